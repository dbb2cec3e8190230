import { readsOf } from '../compile/plan-expression.ts';
import { isJson } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { WrittenDocument } from './document.ts';

/** Warns about data that a screen loads but never shows, sends or reacts to. */
export function lintData(document: WrittenDocument): void {
  const read = new Set(
    document.readings.flatMap(({ typed }) =>
      typed === undefined
        ? []
        : readsOf(typed.lowered).flatMap((path) => /^(?:data|fetched)\.([^.]+)/.exec(path)?.[1] ?? []),
    ),
  );
  const { data } = document.raw;
  for (const [name, resource] of Object.entries(isJson(data) ? data : {})) {
    if (read.has(name) || !isJson(resource) || resource['on'] !== undefined) continue;
    document.report('data/unread', joinPointer('/data', name), `Nothing reads "data.${name}".`, 'key');
  }
}
