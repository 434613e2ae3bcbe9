// Looks at the page as it stands and lists what keeps people out. Evaluates to a list of sentences.
(() => {
  const findings = [];
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const where = (element) => {
    const words = (element.innerText ?? element.textContent ?? "").trim().slice(0, 40);
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> “${words}”`;
  };

  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of new Set(ids.filter((id, k) => ids.indexOf(id) !== k))) findings.push(`the id ${id} is used twice`);
  for (const attribute of ["aria-labelledby", "aria-describedby", "for", "list"]) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      for (const id of element.getAttribute(attribute).split(" ")) {
        if (!document.getElementById(id)) findings.push(`${attribute}="${id}" leads nowhere: ${where(element)}`);
      }
    }
  }

  if (!document.documentElement.lang) findings.push("the page has no language");
  if (!document.title) findings.push("the page has no title");
  for (const [selector, name] of [["main", "main part"], ["header", "header"], ["nav[aria-label=Main]", "navigation"], ["h1", "first heading"]]) {
    const count = document.querySelectorAll(selector).length;
    if (count !== 1) findings.push(`the page has ${count} of: ${name}`);
  }
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].filter(seen).map((heading) => Number(heading.tagName[1]));
  levels.forEach((level, k) => {
    if (k > 0 && level > levels[k - 1] + 1) findings.push(`a heading of level ${level} follows one of level ${levels[k - 1]}`);
  });
  for (const image of document.querySelectorAll("img:not([alt])")) findings.push(`a picture without words: ${image.src}`);

  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const over = (top, below) => {
    const alpha = top[3] ?? 1;
    return [0, 1, 2].map((k) => top[k] * alpha + below[k] * (1 - alpha));
  };
  const background = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if ((colour[3] ?? 1) > 0) layers.push(colour);
      if ((colour[3] ?? 1) === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const ratio = (one, other) => {
    const [a, b] = [luminance(one), luminance(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const judge = (element, ink, below) => {
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = ratio(over(ink, below), below);
    if (contrast < (large ? 3 : 4.5)) findings.push(`contrast ${contrast.toFixed(2)}: ${where(element)}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const judged = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || judged.has(element) || !seen(element)) continue;
    judged.add(element);
    if (element.closest("svg, :disabled, .visually-hidden, option, noscript")) continue;
    judge(element, channels(getComputedStyle(element).color), background(element));
  }
  for (const element of document.querySelectorAll("svg text.rim, svg text.axis")) {
    judge(element, channels(getComputedStyle(element).fill), background(element.closest("div")));
  }
  for (const board of document.querySelectorAll(".board-svg")) {
    const cells = [...board.querySelectorAll(".cell")];
    for (const label of board.querySelectorAll("text.label")) {
      const [x, y] = [Number(label.getAttribute("x")), Number(label.getAttribute("y"))];
      const cell = cells.find((one) => one.isPointInFill(new DOMPoint(x, y)));
      if (cell) judge(label, channels(getComputedStyle(label).fill), channels(getComputedStyle(cell).fill));
    }
  }

  for (const control of document.querySelectorAll("button, select, input, a.button, summary")) {
    if (!seen(control)) continue;
    const box = (control.closest("label") ?? control).getBoundingClientRect();
    if (box.width < 24 || box.height < 24) findings.push(`too small to hit (${box.width.toFixed()} × ${box.height.toFixed()}): ${where(control)}`);
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
    const wide = [...document.querySelectorAll("main *")].filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1);
    findings.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} px in ${document.documentElement.clientWidth} px; ${wide.slice(0, 3).map(where).join(", ")}`);
  }
  return findings;
})()
