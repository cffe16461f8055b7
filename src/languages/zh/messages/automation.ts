import type { Messages } from '../../en/messages/index.ts'

export const automation: Messages['automation'] = {
  closed: why => `还没到时候：${why}`,
  open: why => `已开放：${why}`,
  disabled: 'autoDream.enabled 为 false',
  leftOut: by => `已被 ${by} 排除`,
  hours: (passed, needed) => `距上次整理 ${passed} 小时，需要 ${needed} 小时`,
  failed: (when, times, why, next) =>
    `${when} 失败${times === 1 ? '' : `，连续 ${times} 次`}（${why}）；${next} 再试`,
  sessions: (sessions, needed, since) =>
    `${since === undefined ? '至今' : `自 ${since} 起`}有 ${sessions} 次会话，需要 ${needed} 次`,
  unchanged: sessions => `${sessions}，而且没有变化`,
  longAgo: (hours, isFirst, most, sessions) =>
    `${isFirst ? '首次发现以来' : '距上次整理'} ${hours} 小时，超过 ${most} 小时；${sessions}`,
  weekdays: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  ownRun: '这是 Dream 自己启动的运行',
  noFolder: '没有找到记忆目录',
  deciding: holder => `${holder}正在判断`,
  cutOff: when => `${when} 启动的整理被中断`,
  started: since => `${since} 启动了一次整理`,
  running: (since, pid) => `自 ${since} 起正在整理（进程 ${pid}）`,
  otherRun: holder => `另一个运行正在进行：${holder}`,
  otherDaemon: holder => `守护进程已在运行：${holder}`,
}
