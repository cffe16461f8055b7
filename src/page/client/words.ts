import type { Messages } from '../../languages/index.ts'
import type { Language } from '../index.ts'

export type Words = Messages['page']['ui']

/** Each language is a part of its own, fetched when it is spoken. */
const LANGUAGES: Readonly<Record<Language, () => Promise<{ page: { ui: Words } }>>> = {
  en: () => import('../../languages/en/messages/page.ts'),
  zh: () => import('../../languages/zh/messages/page.ts'),
}

export const loadWords = async (language: Language): Promise<Words> => (await LANGUAGES[language]()).page.ui
