import { call } from "/shared/api.js";
import { explain } from "/shared/problems.js";
import { dictionary, linkOtherLanguage, translate } from "/shared/words.js";

const say = dictionary({
  en: {
    title: "Operator's console",
    name: "Name",
    password: "Password",
    login: "Log in",
    shop: "To the shop",
    hint: "In the demo it is {password}",
    wrong: "Name and password do not fit.",
    notYou: "This account is not the operator's.",
    failed: "That did not work: {why}",
  },
  zh: {
    title: "运营控制台",
    name: "用户名",
    password: "密码",
    login: "登录",
    shop: "去商城",
    hint: "这是演示环境，密码是 {password}",
    wrong: "用户名或密码不正确。",
    notYou: "此账号不是运营账号。",
    failed: "没有成功：{why}",
  },
});

const form = document.getElementById("login");
const trouble = document.getElementById("trouble");

translate(say);
document.title = say("title");
linkOtherLanguage(document.getElementById("language"));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble.textContent = "";
  try {
    await call("POST", "/admin/login", new URLSearchParams(new FormData(form)), { "X-Requested-With": "XMLHttpRequest" });
    location.assign("/admin/" + location.search);
  } catch (problem) {
    const words = { 401: "wrong", 403: "notYou" };
    trouble.textContent = say(words[problem.status] ?? "failed", { why: explain(problem) });
    form.elements.password.select();
  }
});

const { password } = await call("GET", "/admin/login/hint");
if (password) {
  const hint = document.getElementById("hint");
  hint.textContent = say("hint", { password });
  hint.hidden = false;
}
