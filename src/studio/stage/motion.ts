import type { Scene } from './scene.ts';

const ASKED = /prefers-reduced-motion:\s*(reduce|no-preference)/;
/**
 * Media rules about motion, each with its original query. Unchanged, they would follow the motion setting of the
 * device.
 */
const found = new Map<CSSMediaRule, { readonly query: string; readonly isReduced: boolean }>();
let motion: Scene['motion'];

/** Makes stylesheets, including later ones, follow the scene's motion setting; undefined: the browser's. */
export function setMotion(document: Document, next: Scene['motion']): void {
  motion = next;
  if (next === undefined) delete document.documentElement.dataset['stMotion'];
  else document.documentElement.dataset['stMotion'] = next;
  for (const sheet of document.styleSheets) find(sheet.cssRules);
  for (const [rule, { query, isReduced }] of found) rule.media.mediaText = answer(query, isReduced);
}

/** Makes `matchMedia` follow the scene's motion setting, too. */
export function keepMotion(window: Window & typeof globalThis): void {
  const ask = window.matchMedia.bind(window);
  window.matchMedia = (query) => ask(answer(query, ASKED.exec(query)?.[1] === 'reduce'));
  // Lazy widgets load stylesheets later.
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
