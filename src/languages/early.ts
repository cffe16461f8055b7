import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from './combined.ts'
import { automation as enAutomation } from './en/messages/automation.ts'
import { builds as enBuilds } from './en/messages/builds.ts'
import { places as enPlaces } from './en/messages/places.ts'
import { settings as enSettings } from './en/messages/settings.ts'
import { automation as zhAutomation } from './zh/messages/automation.ts'
import { builds as zhBuilds } from './zh/messages/builds.ts'
import { places as zhPlaces } from './zh/messages/places.ts'
import { settings as zhSettings } from './zh/messages/settings.ts'

/** The language of the call that is made now; nothing where nobody chose one. */
export const spoken = new AsyncLocalStorage<Language>()

const en = { automation: enAutomation, builds: enBuilds, places: enPlaces, settings: enSettings }
const zh: typeof en = { automation: zhAutomation, builds: zhBuilds, places: zhPlaces, settings: zhSettings }
const EARLY: Readonly<Record<Language, typeof en>> = { en, zh }

/** The few catalogues that a hook may need, for what it loads: an agent waits, and the others are six times as large. */
export const sayEarly = (): typeof en => EARLY[spoken.getStore() ?? 'en'] ?? en
