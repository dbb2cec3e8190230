import type { AppPlan } from '#renderer/plan/plan.ts';

let sheet: CSSStyleSheet | undefined;
let painted = 0;

/** Puts the brand of a release over the tokens that the page was built with, in the place of what was painted before. */
export function paintBrand({ styleSheets }: Document, { brand = [] }: AppPlan): void {
  // Of rules that are as strong the last one counts.
  sheet ??= styleSheets[styleSheets.length - 1];
  // Without its style a page works too.
  if (!sheet) return;
  for (; painted > 0; painted -= 1) sheet.deleteRule(sheet.cssRules.length - 1);
  for (const rule of brand) {
    sheet.insertRule(rule, sheet.cssRules.length);
    painted += 1;
  }
}
