/** A small web shop that does not exist: its files, its history and what its agent remembers. */

interface SampleFile {
  readonly path: string
  readonly text: string
}

/** One commit of the sample project, oldest first. */
export interface SampleCommit {
  readonly message: string
  readonly daysAgo: number
  readonly write?: readonly SampleFile[]
  readonly move?: readonly { readonly from: string; readonly to: string }[]
  readonly remove?: readonly string[]
}

export const COMMITS: readonly SampleCommit[] = [
  {
    message: 'Open the shop',
    daysAgo: 75,
    write: [
      { path: 'README.md', text: '# Lantern\n\nA shop for paper lanterns.\n' },
      { path: 'package.json', text: '{ "name": "lantern", "private": true, "type": "module" }\n' },
      { path: '.gitignore', text: '.claude/\nnode_modules/\n' },
      {
        path: 'src/basket.ts',
        text: `export interface Line {
  readonly cents: number
  readonly pieces: number
}

export function basketTotal(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.cents * line.pieces, 0)
}
`,
      },
      {
        path: 'src/checkout/payment.ts',
        text: 'export async function chargeCard(token: string, cents: number) {\n  return { token, cents }\n}\n',
      },
      {
        path: 'src/checkout/shipping.ts',
        text: 'export const shippingCents = (country: string) => (country === "NL" ? 495 : 995)\n',
      },
      {
        path: 'src/search.ts',
        text: 'export function searchLanterns(words: string): string[] {\n  return words.split(" ")\n}\n',
      },
      {
        path: 'src/legacy/coupons.ts',
        text: 'export const redeemCoupon = (code: string) => code.toUpperCase()\n',
      },
      { path: 'scripts/seed-db.sh', text: '#!/bin/sh\necho "filling the shelves"\n' },
      { path: 'scripts/deploy-ftp.sh', text: '#!/bin/sh\necho "uploading"\n' },
      { path: 'scripts/ftp-hosts.yaml', text: 'live: ftp.lantern.example\n' },
    ],
  },
  {
    message: 'A basket is a cart',
    daysAgo: 68,
    move: [{ from: 'src/basket.ts', to: 'src/cart.ts' }],
  },
  {
    message: 'Deploy with containers; coupons are gone',
    daysAgo: 61,
    write: [{ path: 'Dockerfile', text: 'FROM node:20\nCOPY . /shop\n' }],
    remove: ['scripts/deploy-ftp.sh', 'scripts/ftp-hosts.yaml', 'src/legacy/coupons.ts'],
  },
]

export interface SampleMemory {
  readonly file: string
  readonly daysAgo: number
  readonly text: string
}

const cents = `Prices are whole cents everywhere, never floating-point euros.

**Why:** a rounding error of one cent once held up the books for a week.
**How to apply:** multiply in \`src/cart.ts\`, format only at the very end.
`

export const MEMORIES: readonly SampleMemory[] = [
  {
    file: 'project_ftp_deploy.md',
    daysAgo: 72,
    text: `---
name: Deploying over FTP
description: How a release gets to the server
type: project
---
Run \`scripts/deploy-ftp.sh\` from the main branch. It reads the hosts from \`scripts/ftp-hosts.yaml\`.
The upload takes about four minutes.
`,
  },
  {
    file: 'reference_checkout_map.md',
    daysAgo: 66,
    text: `---
name: checkout-map
description: "Where the steps of the checkout live"
metadata:
  node_type: memory
  type: reference
---
Cards are charged in \`src/checkout/payment.ts\` and parcels priced in \`src/checkout/shipping.ts\`.
Coupons are redeemed in \`src/legacy/coupons.ts\`.
`,
  },
  {
    file: 'project_cart_totals.md',
    daysAgo: 70,
    text: `---
name: cart-totals
description: Where totals are added up
metadata:
  node_type: memory
  type: project
---
Totals are added up in \`src/basket.ts\` by \`basketTotal()\`; the discount rules come from [[discount-rules]].
`,
  },
  {
    file: 'feedback_whole_cents.md',
    daysAgo: 58,
    text: `---
name: whole-cents
description: Prices are whole cents
metadata:
  node_type: memory
  type: feedback
---
${cents}`,
  },
  {
    file: 'feedback_prices.md',
    daysAgo: 64,
    text: `---
name: Prices in cents
description: Never use floating-point euros
type: feedback
---
${cents}`,
  },
  {
    file: 'project_free_shipping.md',
    daysAgo: 63,
    text: `---
name: Free shipping
description: From which order value parcels are free
type: project
---
Parcels inside the Netherlands ship free from an order value of 50 euros.
`,
  },
  {
    file: 'project_free_shipping_rule.md',
    daysAgo: 45,
    text: `---
name: free-shipping-rule
description: From which order value parcels ship free
metadata:
  node_type: memory
  type: project
---
Parcels inside the Netherlands ship free from an order value of 65 euros.
`,
  },
  {
    file: 'feedback_fake_bank.md',
    daysAgo: 69,
    text: `---
name: Fake bank in checkout tests
description: Which bank the checkout tests talk to
type: feedback
---
Always use the fake bank in checkout tests.
`,
  },
  {
    file: 'feedback_real_bank.md',
    daysAgo: 40,
    text: `---
name: checkout-tests-bank
description: Which bank the checkout tests talk to
metadata:
  node_type: memory
  type: feedback
---
Never use the fake bank in checkout tests.

**Why:** it accepted cards that the sandbox of the real one refuses.
`,
  },
  {
    file: 'feedback_customer_letters.md',
    daysAgo: 52,
    text: `---
name: customer-letters
description: 给顾客写信的语气
metadata:
  node_type: memory
  type: feedback
---
给顾客的回信用中文写,语气要温和,不要用套话。

**Why:** 大多数顾客是老朋友。
`,
  },
  {
    file: 'user_shopkeeper.md',
    daysAgo: 74,
    text: `---
name: shopkeeper
description: Who runs the shop
metadata:
    pinned: true
---
Runs the shop alone, codes in the evening, wants short answers and no surprises.
`,
  },
  {
    file: 'reference_search.md',
    daysAgo: 50,
    text: `---
name: Search
description: How the search box works
type: reference
originSessionId: 6a1f0c52-0d6e-4f0e-9a55-2f6f7d1c8b11
---
\`searchLanterns()\` in \`src/search.ts\` splits at spaces and nothing more.
`,
  },
  {
    file: 'opening-hours.md',
    daysAgo: 55,
    text: 'The shop answers letters on weekdays only.\n',
  },
]

/** Drifted: a line that leads nowhere, and two memories without one. */
export const INDEX: SampleMemory = {
  file: 'MEMORY.md',
  daysAgo: 48,
  text: `# Shopkeeper's memory

## The shop
- [Deploying over FTP](project_ftp_deploy.md) — how a release gets to the server
- [Checkout map](reference_checkout_map.md) — where the steps of the checkout live
- [Cart totals](project_cart_totals.md) — where totals are added up
- [Free shipping](project_free_shipping.md) — from which order value
- [Free shipping rule](project_free_shipping_rule.md) — from which order value
- [Search](reference_search.md) — how the search box works
- [Winter catalogue](project_winter_catalogue.md) — what to print for December

## How to work
- [Whole cents](feedback_whole_cents.md) — prices are whole cents
- [Prices in cents](feedback_prices.md) — never floating-point euros
- [Fake bank](feedback_fake_bank.md) — which bank the checkout tests talk to
- [Customer letters](feedback_customer_letters.md) — 给顾客写信的语气
- [Shopkeeper](user_shopkeeper.md) — who runs the shop
`,
}
