import type { Messages } from '../../en/messages/index.ts'
import { number } from './count.ts'

export const models: Messages['models'] = {
  notSet: '这个角色没有设置模型：由规则判断',
  noKey: variable => `${variable} 是空的：由规则判断`,
  overBudget: why => `本次运行的预算已用完：${why}`,
  month: {
    tokens: (spent: number, most: number) =>
      `自动运行本月的预算已用完，或这次调用会超出：${number(spent)} / ${number(most)} 个 token`,
    dollars: (spent: number, most: number) =>
      `自动运行本月的预算已用完，或这次调用会超出：$${spent.toFixed(2)} / $${most}`,
    unknownPrice: '本月的预算以美元计，而调用的价格未知：请设置 llm.agents.price',
    unknown: '无法读取或记录本月已花费的数额，因此不再花费',
  },
  budget: {
    calls: most => `已调用 ${most} 次`,
    tokens: most => `已用掉 ${number(most)} 个 token，或加上这次调用就会超出`,
    seconds: most => `已过 ${most} 秒`,
    unknownPrice: '不知道一次调用的价格，而限额以美元计',
    dollars: most => `已花费 ${most} 美元`,
  },
  stoppedBefore: '还没有询问就停止了',
  stoppedWaiting: '在排队时停止了',
  stopped: '调用已停止',
  busy: '另一个调用正在进行或刚刚结束',
  late: ms => `${ms} 毫秒内没有回答`,
  wrongShape: why => `回答的格式不对：${why}`,
  empty: '回答为空',
  noJson: '回答里没有 JSON',
  tooLong: most => `回答超过 ${number(most)} 字节，已截断`,
  tooLongText: most => `回答超过 ${number(most)} 个字符，已截断`,
  overTokens: most => `回答超出 ${number(most)} 个 token`,
  thoughtTooLong: (most, setting) =>
    `模型把 ${number(most)} 个 token 都用在了思考上：请把 ${setting} 设为 on 以获得更多空间，或换用不思考的模型`,
  withheld: '服务没有给出回答',
  noEnd: '回答中断了',
  broken: '数据流中断了',
  cut: where => `回答途中与 ${where} 的连接断开了`,
  unreachable: (where, code) => `无法连接 ${where}（${code}）`,
  fewerCalls: (where, words) => `${where} 要求减少调用（429）${words}`,
  badKey: (where, variable, status) => `${where} 拒绝了 ${variable ?? '（没有变量）'} 中的密钥（${status}）`,
  refused: (where, status, words) => `${where} 拒绝了调用（${status}）${words}`,
  otherProtocol: '回答不符合预期的协议',
  pluginHasNone: '插件不会用密钥调用模型。需要的话请安装 Dream：npm install --global dream',
  notRecorded: '录制内容里没有这个问题的回答',

  claude: {
    tooLong: '指令太长，claude -p 无法接受',
    tooMuch: most => `claude -p 输出超过 ${number(most)} 个字符，已停止`,
    notFound: 'PATH 中没有 claude',
    cannotStart: code => `无法启动 claude（${code}）`,
    ended: (code, words) => `claude -p 结束：${code ?? '收到信号'}${words === '' ? '' : `：${words}`}`,
    silent: 'claude -p 没有输出',
    noJson: 'claude -p 没有以 JSON 回答',
    noReason: '失败了，但没有说明原因',
    noResult: 'claude -p 没有给出结果',
  },

  embeddings: {
    service: (host, why) => `向量服务 ${host} ${why}`,
    late: ms => `在 ${ms} 毫秒内没有回答`,
    given: '已放弃等待',
    unreachable: code => `无法连接（${code}）`,
    badKey: status => `不接受密钥（${status}）。请检查 magma.embeddings.keyVariable`,
    fewerCalls: '要求减少调用（429）',
    failed: status => `失败（${status}）`,
    refused: status => `拒绝了请求（${status}）。请检查 magma.embeddings.endpoint 和 model`,
    garbled: '返回的不是向量列表',
    setThem:
      'magma.embeddings.from 是 endpoint。还需要设置 magma.embeddings.endpoint 和 magma.embeddings.model',
    noKey: variable => `${variable} 是空的。请把向量服务的密钥写进去`,
    damagedModel: '模型文件不完整',
  },
}
