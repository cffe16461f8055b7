import type { Messages } from '../../en/messages/index.ts'

export const corrections: Messages['corrections'] = {
  corrects: (file, older, newer) =>
    `更正了 ${file}：原为 ${older}，现为 ${newer}。文件不改动，搜索时新的排在前面。`,
  superseded: by => `已被 ${by} 取代`,
}
