import type { Scene } from './scene.ts';

const ASKED = /prefers-reduced-motion:\s*(reduce|no-preference)/;
/** Rules about motion, by what they are asked for: the browser's own answer is that of whoever sits before it. */
const found = new Map<CSSMediaRule, { readonly query: string; readonly isReduced: boolean }>();
let motion: Scene['motion'];

/** Has the styles of a page take motion as the scene says, those that come later too; undefined: as the browser says. */
export function setMotion(document: Document, next: Scene['motion']): void {
  motion = next;
  if (next === undefined) delete document.documentElement.dataset['stMotion'];
  else document.documentElement.dataset['stMotion'] = next;
  for (const sheet of document.styleSheets) find(sheet.cssRules);
  for (const [rule, { query, isReduced }] of found) rule.media.mediaText = answer(query, isReduced);
}

/** The same for what scripts of the page ask. */
export function keepMotion(window: Window & typeof globalThis): void {
  const ask = window.matchMedia.bind(window);
  window.matchMedia = (query) => ask(answer(query, ASKED.exec(query)?.[1] === 'reduce'));
  // Styles of widgets that no screen had before.
  window.document.addEventListener('load', () => setMotion(window.document, motion), { capture: true });
}

function find(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule && !found.has(rule)) {
      const asked = ASKED.exec(rule.media.mediaText)?.[1];
      if (asked !== undefined)
        found.set(rule, { query: rule.media.mediaText, isReduced: asked === 'reduce' });
    }
    if (rule instanceof CSSGroupingRule) find(rule.cssRules);
  }
}

function answer(query: string, isReduced: boolean): string {
  if (motion === undefined || !ASKED.test(query)) return query;
  return (motion === 'reduced') === isReduced ? 'all' : 'not all';
}
