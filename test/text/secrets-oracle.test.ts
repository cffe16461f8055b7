import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findSecrets } from '../../src/text/secrets.ts'

const LOWER = 'abcdefghijklmnopqrstuvwyz'
const ALNUM = `${LOWER}${LOWER.toUpperCase()}0123456789`
const HEX = '0123456789abcdef'

const letters = (from: string, least: number, most = least) =>
  fc.string({ unit: fc.constantFrom(...from), minLength: least, maxLength: most })
const after = (prefix: string, rest: fc.Arbitrary<string>) => rest.map(text => prefix + text)
const joined = (...parts: readonly (string | fc.Arbitrary<string>)[]) =>
  fc
    .tuple(...parts.map(part => (typeof part === 'string' ? fc.constant(part) : part)))
    .map(all => all.join(''))

/** By the shapes that the rules of secretlint describe, one or more of each. */
const SECRETS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  aws: joined(
    fc.constantFrom('AWS_SECRET_ACCESS_KEY', 'aws_secret_access_key', 'SecretAccessKey'),
    fc.constantFrom('=', ' = ', ': ', ' => '),
    letters(`${ALNUM}/+`, 40),
  ),
  privatekey: fc
    .tuple(fc.constantFrom('', 'RSA ', 'EC '), letters(ALNUM, 100, 400))
    .map(
      ([kind, body]) => `-----BEGIN ${kind}PRIVATE KEY-----\nMII${body}\n-----END ${kind}PRIVATE KEY-----`,
    ),
  npm: after('npm_', letters(ALNUM, 36)),
  basicauth: joined(
    'https://',
    letters(LOWER, 4, 12),
    ':',
    letters(ALNUM, 6, 30),
    '@',
    letters(LOWER, 3, 9),
    '.com',
  ),
  slack: joined(
    fc.constantFrom('xoxb-', 'xoxp-', 'xoxa-', 'xoxo-', 'xoxr-', 'xapp-1-'),
    letters('0123456789', 9, 12),
    '-',
    letters(ALNUM, 10, 30),
  ),
  'slack-hook': joined(
    'https://hooks.slack.com/services/T',
    letters(ALNUM, 8),
    '/B',
    letters(ALNUM, 8),
    '/',
    letters(ALNUM, 24),
  ),
  sendgrid: joined('SG.', letters(ALNUM, 22), '.', letters(ALNUM, 43)),
  shopify: joined(fc.constantFrom('shppa_', 'shpca_', 'shpat_', 'shpss_'), letters(ALNUM, 32, 64)),
  github: joined(fc.constantFrom('ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'), letters(ALNUM, 36)),
  'github-fine': after('github_pat_', letters(ALNUM, 82)),
  gitlab: after('glpat-', letters(ALNUM, 20, 100)),
  grafana: joined('glsa_', letters(ALNUM, 32), '_', letters(HEX, 8)),
  'grafana-cloud': after('glc_', letters(ALNUM, 32, 200)),
  openai: joined('sk-', letters(ALNUM, 20), 'T3BlbkFJ', letters(ALNUM, 20)),
  'openai-project': joined('sk-proj-', letters(`${ALNUM}_-`, 74), 'T3BlbkFJ', letters(ALNUM, 74)),
  anthropic: joined('sk-ant-api03-', letters(`${ALNUM}_-`, 93), 'AA'),
  groq: after('gsk_', letters(ALNUM, 52)),
  huggingface: after('hf_', letters(`${LOWER}${LOWER.toUpperCase()}`, 34)),
  linear: after('lin_api_', letters(ALNUM, 32, 100)),
  notion: joined('ntn_', letters('0123456789', 11), letters(ALNUM, 35)),
  database: joined(
    fc.constantFrom('postgres', 'postgresql', 'mysql', 'mongodb', 'mongodb+srv'),
    '://app:',
    // In the place of a password, DB_PASS2 is the name of a variable.
    letters(`${ALNUM}!#^&*-_`, 6, 40).filter(text => !/^[A-Z][A-Z0-9_]*$/.test(text) || !text.includes('_')),
    '@db.internal/shop',
  ),
  vault: joined(fc.constantFrom('hvs.', 'hvr.'), letters(`${ALNUM}_-`, 95, 110)),
  'vault-batch': after('hvb.', letters(`${ALNUM}_-`, 140, 250)),
  vercel: joined(fc.constantFrom('vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'), letters(ALNUM, 20, 60)),
  databricks: after('dapi', letters(HEX, 32)),
  docker: after('dckr_pat_', letters(ALNUM, 27)),
  figma: after('figd_', letters(ALNUM, 43)),
}

const AROUND = fc.constantFrom(
  (text: string) => text,
  (text: string) => `We use ${text} for staging.`,
  (text: string) => `TOKEN="${text}"\n`,
  (text: string) => `- key: ${text}\n- region: eu\n`,
  (text: string) => `先用 ${text} 登录。`,
)

async function heard(content: string) {
  const { messages } = await lintSource({
    source: { content, filePath: '/notes/a.md', ext: '.md', contentType: 'text' },
    options: { config: { rules: [{ id: 'preset', rule: creator }] } },
  })
  return messages
}

it.each(Object.entries(SECRETS))('D33 what secretlint finds is found: %s', async (_, secret) => {
  let known = 0
  await fc.assert(
    fc.asyncProperty(secret, AROUND, async (value, around) => {
      const text = around(value)
      const messages = await heard(text)
      known += messages.length
      const found = findSecrets(text)
      for (const { range } of messages)
        expect(
          found.some(({ start, end }) => start < range[1] && range[0] < end),
          text,
        ).toBe(true)
    }),
    { numRuns: 40 },
  )
  // Else the shape is none that secretlint knows, and nothing was compared.
  expect(known).toBeGreaterThan(20)
})
