// Chinese or English, as the browser prefers; ?lang=zh or ?lang=en decides otherwise, for this page and those that follow in its tab.

const asked = keep(new URLSearchParams(location.search).get("lang"));
const preferred = asked ? [asked] : navigator.languages;

function keep(lang) {
  try {
    if (lang) {
      sessionStorage.setItem("lang", lang);
    }
    return sessionStorage.getItem("lang");
  } catch {
    return lang; // storing is forbidden
  }
}

/** The language in use: "zh" or "en". */
export const language =
  preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === "zh" || tag === "en") ?? "en";

/**
 * Returns what looks up a text of a dictionary { en: { key: text }, zh: { key: text } }. Parts in braces are replaced:
 * say("left", { count: 3 }) turns "{count} left" into "3 left". And say.has("left") tells whether there is such a text.
 */
export function dictionary(texts) {
  const say = (key, parts = {}) => {
    const text = texts[language][key];
    if (text === undefined) {
      throw new Error(`no text "${key}" in ${language}`);
    }
    return text.replace(/{(\w+)}/g, (_, name) => parts[name]);
  };
  say.has = (key) => key in texts[language];
  return say;
}

/** Fills the elements below root that name their text in data-word, or that of their label in data-word-label. */
export function translate(say, root = document) {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of root.querySelectorAll("[data-word]")) {
    element.textContent = say(element.dataset.word);
  }
  for (const element of root.querySelectorAll("[data-word-label]")) {
    element.setAttribute("aria-label", say(element.dataset.wordLabel));
  }
}

/** Makes a link lead to the same page in the other language. */
export function linkOtherLanguage(link) {
  const [tag, lang, name] = language === "zh" ? ["en", "en", "English"] : ["zh", "zh-CN", "中文"];
  link.href = `?lang=${tag}`;
  link.lang = link.hreflang = lang;
  link.textContent = name;
}

/** Writes an amount of cents as money. */
export function money(cents) {
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: "CNY",
    currencyDisplay: "narrowSymbol",
    trailingZeroDisplay: "stripIfInteger",
  }).format(cents / 100);
}

/** Writes a number with its thousands apart. */
export function number(value) {
  return new Intl.NumberFormat(language).format(value);
}
