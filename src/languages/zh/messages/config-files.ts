import type { Messages } from '../../en/messages/index.ts'

export const configFiles: Messages['configFiles'] = {
  cannotBeUsed: '配置无法使用；修正之前按默认值运行：',
  whatToDo: '请用编辑器修正该文件，或将其移走。dream config schema 可输出供编辑器使用的 JSON Schema。',
  broken: (path, line, column, need) => `${path} 第 ${line} 行第 ${column} 列：此处应为${need}`,
  need: {
    value: '一个值',
    key: '双引号括起的键（最后一项后面不能有逗号）',
    colon: '键后面的冒号',
    'comma or end': '逗号或右括号',
    'end of file': '文件结尾',
    'no comment': ' JSON 内容（JSON 不支持注释）',
  },
  files: '配置文件，靠前的优先',
  file: { machine: '本机规则，任何人都不能放宽', user: '你的', project: '当前项目的' },
  state: { there: '存在', missing: '不存在' },
  edit: 'dream config set 键 值 写入你的文件，加 --project 写入当前项目的文件；也可直接编辑 JSON。',
  sameFile: '当前项目的文件就是你自己的配置文件：请去掉 --project',
  notEdited: why => `${why}。请先修正该文件；没有写入任何内容`,
  noObject: path => `${path} 的内容不是 JSON 对象；没有写入任何内容`,
  inTheWay: (path, key) => `${path}：${key} 是一个值，应为一组设置。请先修正该文件；没有写入任何内容`,
  notOne: key => `${key} 是一组设置，不是单项：dream config ${key} 可列出`,
  did: {
    changed: (key, value, file) => `${file} 中的 ${key} 现为 ${value}`,
    created: (key, value, file) => `${file}（新文件）中的 ${key} 现为 ${value}`,
    unchanged: (key, value, file) => `${file} 中的 ${key} 已经是 ${value}`,
  },
  was: value => `之前：${value}`,
  wasUnset: '之前：文件中没有设置',
  waits: '运行 dream config trust 之后生效。',
  overridden: (from, value) => `但有更优先的设置：${from} 将其设为 ${value}。`,
  stillWrong: why => `配置中仍有错误：${why}`,
}
