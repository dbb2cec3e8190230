import type { AppPlan } from '#renderer/plan/plan.ts';

let sheet: CSSStyleSheet | undefined;
let painted = 0;

/** Applies a release's brand over the built-in tokens and replaces an earlier brand. */
export function paintBrand({ styleSheets }: Document, { brand = [] }: AppPlan): void {
  // With equal specificity the last rule wins.
  sheet ??= styleSheets[styleSheets.length - 1];
  // The page works without its style sheet.
  if (!sheet) return;
  for (; painted > 0; painted -= 1) sheet.deleteRule(sheet.cssRules.length - 1);
  for (const rule of brand) {
    sheet.insertRule(rule, sheet.cssRules.length);
    painted += 1;
  }
}
