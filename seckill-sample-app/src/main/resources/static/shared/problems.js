// Why the server did not do something. It says so in English; what is met often is said here in Chinese, by the code of the problem.

import { Problem } from "./api.js";
import { dictionary } from "./words.js";

const say = dictionary({
  en: {
    NO_ANSWER: "no connection to the server",
    ANOTHER_BUYER: "another buyer has logged in",
  },
  zh: {
    NO_ANSWER: "无法连接服务器",
    ANOTHER_BUYER: "已有其他用户登录",
    UNAUTHORIZED: "请先登录",
    FORBIDDEN: "没有权限",
    BAD_REQUEST: "请求有误（{detail}）",
    INTERNAL_SERVER_ERROR: "服务器内部错误",
    NOTHING_CHANGED: "商店暂时无法响应，没有任何改动，请重试",
    OUTCOME_UNKNOWN: "没有及时收到结果，请再试一次同样的操作",
    NO_DATABASE: "数据库没有响应，请重试",

    UNKNOWN_ORDER: "你没有这个订单",
    ON_ITS_WAY: "订单正在写入数据库，请稍后再试",
    TOKEN_MISSING: "缺少抢购令牌",
    TOKEN_TOO_EARLY: "抢购令牌尚未生效",
    TOKEN_EXPIRED: "抢购令牌已过期",
    TOKEN_FOREIGN: "抢购令牌不是你的",

    UNKNOWN_SALE: "活动不存在",
    ANOTHER_DEFINITION: "同编号的活动已存在，且定义不同（{detail}）",
    LOST: "活动已有订单，但 Redis 丢失了它的数据，请先重建",
    SETTLED: "这个编号的活动已结算，请换一个编号",
    WINDOW_OVER: "结束时间必须在将来",
    OVER: "活动已结束，不能再修改",
    REBUILDING: "活动正在重建，请等待完成",
    ENDS_LATER: "活动本来就结束得更晚，请选更晚的时间",
    STILL_SELLING: "活动还在进行，请先关闭",
    STOCK_HALF_DONE: "上一次库存修改只完成了一半，请再暂停一次以完成",
    KEY_REUSED: "这次修改已经以另一个数量执行过（{detail}）",
    TOO_FEW_AVAILABLE: "无人占用的数量不够，请减少撤下的数量",
    TOTAL_OUT_OF_BOUNDS: "总量超出允许范围",
    LEDGER_DISAGREES: "数据库中的总量不一致，请先对账",
    UNFINISHED: "活动还有没处理完的订单（{detail}）",
    CANNOT_REPAIR: "现在不能修复（{detail}）",
    CANNOT_REBUILD: "现在不能重建（{detail}）",
    UNKNOWN_DEAD_LETTER: "这条死信已经不在了",
    CROWD_BUSY: "已经有一批人了，请等他们散去，或先停止",
    LAB_BUSY: "已有实验在进行，请等待完成",
    UNKNOWN_EXPERIMENT: "没有这个实验",
  },
});

/** What is wrong with a field, by its code. */
const sayField = dictionary({
  en: {},
  zh: {
    MISSING: "必须填写",
    BLANK: "不能为空",
    TOO_LONG: "不能超过 {max} 个字符",
    OUT_OF_RANGE: "必须是 {min} 至 {max}，而不是 {value}",
    TOO_LARGE: "数字太大",
    TOO_EARLY: "必须晚于开始时间",
    NOT_AN_ID: "必须是 1 至 64 个字母、数字或 - _ . : ，而不是“{value}”",
    NOT_WHOLE: "必须是整数",
    NOT_AN_INSTANT: "必须是时间",
    NOT_TEXT: "必须是文字",
    NOT_SHOWABLE: "不能包含控制字符",
  },
});

/** Says why something was not done: in words of ours if there are any, else in the server's. A field comes first, then what is wrong with it. */
export function explain(problem) {
  const { code, errors = [] } = problem instanceof Problem ? problem.body : { code: "NO_ANSWER" };
  if (errors.length && errors.every((error) => sayField.has(error.code))) {
    return errors.map((error) => `${error.field} ${sayField(error.code, error)}`).join("; ");
  }
  return say.has(code) ? say(code, { detail: problem.message }) : problem.message;
}
