import type { Messages } from '../../en/messages/index.ts'
import { aboutSettings } from './about-settings.ts'
import { agents } from './agents.ts'
import { automation } from './automation.ts'
import { brief } from './brief.ts'
import { builds } from './builds.ts'
import { checks } from './checks.ts'
import { cli } from './cli.ts'
import { configFiles } from './config-files.ts'
import { corrections } from './corrections.ts'
import { engines } from './engines.ts'
import { help, options } from './help.ts'
import { history } from './history.ts'
import { items } from './items.ts'
import { journal } from './journal.ts'
import { judged } from './judged.ts'
import { look } from './look.ts'
import { mcp } from './mcp.ts'
import { models } from './models.ts'
import { notes } from './notes.ts'
import { page } from './page.ts'
import { places } from './places.ts'
import { plan } from './plan.ts'
import { report } from './report.ts'
import { review } from './review.ts'
import { searching } from './searching.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { storage } from './storage.ts'
import { team } from './team.ts'
import { transfer } from './transfer.ts'
import { vault } from './vault.ts'
import { work } from './work.ts'

export const messages: Messages = {
  aboutSettings,
  automation,
  brief,
  builds,
  checks,
  cli,
  configFiles,
  corrections,
  engines,
  help,
  history,
  items,
  journal,
  judged,
  look,
  mcp,
  notes,
  options,
  page,
  places,
  plan,
  report,
  review,
  settings,
  setup,
  team,
  transfer,
  agents,
  models,
  searching,
  storage,
  vault,
  work,
}
