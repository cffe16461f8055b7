import { DreamError } from '../model/index.ts'

/** A setting that cannot be used: named with its place, and with what would be right. */
export class ConfigError extends DreamError {
  constructor(sentence: string) {
    super(sentence, 2)
  }
}
