import type { Messages } from '../../en/messages/index.ts'

export const builds: Messages['builds'] = {
  formatNeedsCheck: '--format 输出供 CI 使用的检查结果，请与 --check（或 --dry-run）一起使用',
  machine: {
    refused: (flag, rule, file) => `${flag} 比本机规则宽松，不允许使用：${file} 规定 ${rule}`,
    unreadable: (file, why) => `${file} 是本机规则，但无法读取（${why}）；读到规则之前 Dream 不做任何事`,
    environments: file => `${file}：此处不能设置 environments；本机规则在所有环境中都有效`,
    overruled: '以下设置未生效，因为本机规则更严格：',
    overruledBy: (value, from, rule) => `${value}（${from}）；本机规定为 ${rule}`,
    plan: (rules, rule) => `该计划按规则 ${rules} 生成，而本机要求 ${rule}；请在本机重新生成计划`,
  },
}
