import { isHidden } from '../../plan/secrets.ts';
import type { ElementPlan } from '../../plan/plan.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Draft } from './draft.ts';
import { readsOf } from './plan-expression.ts';

/** Members of a field whose text is not written in one line as it is. */
const OTHER = ['multiline', 'groups', 'compute', 'readOnly'];
const OTHER_PURPOSES: ReadonlySet<unknown> = new Set(['one-time-code', 'time', 'datetime']);

/**
 * Checks a text field with suggestions, and that their data cannot keep a person from typing.
 *
 * @param read - The suggestions as compiled.
 */
export function checkSuggestions(
  draft: Draft,
  raw: Json,
  pointer: string,
  read: readonly ElementPlan[] = [],
): void {
  const { suggestions, search, purpose } = raw;
  if (suggestions === undefined) {
    if (search === undefined) return;
    const message = '"search" requires "suggestions".';
    draft.report('field/suggestions', `${pointer}/search`, message, 'write "suggestions"');
    return;
  }
  for (const name of OTHER) {
    if (raw[name] === undefined || raw[name] === false) continue;
    draft.reportName('field/suggestions', `${pointer}/${name}`, `A field with suggestions has no "${name}".`);
  }
  const { choose } = isJson(purpose) ? purpose : {};
  const entries: readonly unknown[] = Array.isArray(choose) ? choose : [purpose];
  const purposes = entries.map((entry) => (isJson(entry) ? entry['value'] : entry));
  if (purposes.some((one) => isHidden(one) || OTHER_PURPOSES.has(one))) {
    const message = 'A password, a code or a time has no suggestions.';
    draft.report('field/suggestions', `${pointer}/purpose`, message, 'remove "suggestions"');
  }
  checkSources(draft, read, `${pointer}/suggestions`);
}

/** While required data loads, or after it failed, the whole screen waits. */
function checkSources(draft: Draft, suggestions: readonly ElementPlan[], pointer: string): void {
  const data = isJson(draft.document.value) ? draft.document.value['data'] : undefined;
  suggestions.forEach(({ each }, index) => {
    const paths = readsOf(each?.list).map((path) => path.split('.'));
    const required = paths
      .flatMap(([root, name = '']) => (root === 'data' ? [name] : []))
      .find((name) => {
        const resource = isJson(data) ? data[name] : undefined;
        return isJson(resource) && resource['optional'] !== true;
      });
    if (required === undefined) return;
    const message = `The screen waits for "data.${required}", so nobody could type while it loads.`;
    const at = joinPointer(joinPointer(pointer, index), 'each');
    draft.report('field/suggestions', at, message, `write "optional": true at "${required}"`);
  });
}
