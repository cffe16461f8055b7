import type { Messages } from '../../en/messages/index.ts'

export const settings: Messages['settings'] = {
  expected: {
    yesNo: 'true 或 false',
    whole: (from, to) => `${from} 到 ${to} 的整数`,
    amount: (from, to) => `${from} 到 ${to} 的数`,
    oneOf: words => `${words} 之一`,
    orNull: expected => `${expected}，或 null`,
    orNoLimit: expected => `${expected}，或 null（不限）`,
    folder: '绝对路径，或以 ~/ 开头的路径',
    atomicWrites: 'true：笔记要么完整写入，要么不写；没有设置可以改变这一点',
    object: '对象',
    sharedName: '不含斜杠的名字',
    sharedFolder: '含 folder、scope（team 或 private）和 name 的对象',
    sharedFolders: '列表，例如 [{ "folder": "~/notes", "scope": "team", "name": "shop" }]',
    team: '由小写字母、数字和 _ 组成的名字',
    stage: '含 name 和 timeout 的对象',
    stages: '一到十个阶段的列表',
    address: '以 https:// 或 http:// 开头、不含密码的网址',
    model: '模型名称',
    variable: '环境变量名（密钥本身绝不能写进文件）',
    timeZone: '时区，例如 Europe/Vienna',
    environments: '由各环境组成的对象',
    names: '由名字列表组成的列表',
    folders: '目录列表，例如 ["~/work/old"]',
  },
  missing: '空缺',
  hidden: '一段不在此显示的文字',
  wrong: (name, value, expected) => `${name} 是 ${value}；应为${expected}`,
  wrongEnvironment: (from, name, value) => `${from}：environments.${name} 是 ${value}；应为键带点号的对象`,
  nested: where => `${where}：环境里不能再设 environments`,
  at: (from, fault) => `${from}：${fault}`,
  isRemoved: (name, why) => `${name} 已不再是设置项：${why}`,
  valueRemoved: (name, value, why) => `${name} 是 ${value}：${why}`,
  unknown: (name, hint) => `${name} 不是设置项${hint}；dream config 可列出全部`,
  variable: name => `环境变量 ${name}`,
  didYouMean: name => `（是否想写 ${name}？）`,
  removed: {
    'magma.embeddings.folder':
      '它用于 ONNX 模型，现已不再读取。请删除它，并把 magma.embeddings.from 设为 local 或 endpoint',
  },
  removedValues: {
    onnx: '已不再读取 ONNX 模型。用包内模型请设 local，用自己的服务请设 endpoint',
  },
  cannotBeUsed: (from, name) => `${from}：${name} 无法使用；dream config 会说明原因`,
  needsModel: role =>
    `设置了 llm.${role}.endpoint，却没有设置 llm.${role}.model；两者都要设置，或使用 preset`,
  hoursReversed: (min, max) =>
    `autoDream.timeGate.minHoursBetweenDream 是 ${min}，maxHoursBetweenDream 是 ${max}；前者不能大于后者`,
  limitsReversed: (target, compress, hard) =>
    `journal.limits 是 ${target}、${compress}、${hard}；target、compress、hard 应依次增大`,
  notJson: (path, why) => `${path} 不是 JSON：${why}`,
  notObject: (path, kind) => `${path} 里是${kind}；应为对象`,
  kinds: { list: '列表', null: ' null ', other: type => ` ${type} ` },
  linkOut: path => `${path} 是指向项目之外的链接，不会跟随。请换成文件，或删除它`,
  otherEnvironments: (name, known) => `没有环境 ${name}；现有：${known}`,
  nothingToTrust: project =>
    `没有需要信任的内容：${project} 没有 dream.config.json，Dream 会跟随的内容也都不指向项目之外`,
  trustUnreadable: path => `无法读取 ${path}。请删除它，再重新信任之前信任过的内容`,

  roles: {
    notSet: '没有设置模型：由规则完成',
    noLimit: '调用不限',
    atOnce: calls => `同时 ${calls} 次调用`,
    apart: (calls, ms) => `${calls}，间隔 ${ms} 毫秒`,
    noKey: (who, variable) => `${who}；${variable} 为空，因此由规则完成`,
    defaultModel: '默认模型',
    byCommand: model => `${model}（通过 claude -p）`,
    atAddress: (model, address) => `${model}（${address}）`,
    noAddress: '没有网址',
  },
}
