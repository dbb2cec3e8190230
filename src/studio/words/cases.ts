import { isJson } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { type PropertyShape, shapes } from '#renderer/grammar/shapes.generated.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { type Edited, insertItem, moveItem, removeItem, setAt } from '../model/edits.ts';
import { propertiesOf, memberTitle } from '../properties/describe.ts';
import { readPlainText } from './plain-text.ts';

/* A text with cases: `{ "choose": [{ "when": …, "value": … }, …, "otherwise"] }`. */

export interface TextCase {
  /** Absent for an entry that always holds, such as the last one. */
  readonly when?: string;
  /** A template: words with `${…}`. */
  readonly text: string;
}

/** @returns undefined for a text without cases, and for any other value. */
export function readCases(value: unknown): readonly TextCase[] | undefined {
  if (!isJson(value) || !Array.isArray(value['choose']) || readPlainText(value) !== undefined)
    return undefined;
  const read = value['choose'].map((one: unknown): TextCase | undefined => {
    if (typeof one === 'string') return { text: one };
    if (!isJson(one) || typeof one['when'] !== 'string' || typeof one['value'] !== 'string') return undefined;
    return { when: one['when'], text: one['value'] };
  });
  return read.every((one) => one !== undefined) && read.length > 0 ? read : undefined;
}

/** Whether a property is one text for people. */
export function isTextSlot({ slot, list }: PropertyShape): boolean {
  return (slot === 'text' || slot === 'display') && list !== true;
}

/** A text with cases in a node. */
export interface CasesOfNode {
  /** JSON Pointer in the node. */
  readonly pointer: string;
  readonly title: string;
  readonly cases: readonly TextCase[];
  /** Keeps the text apart from equal texts for translators. */
  readonly context?: string;
}

/** All texts with cases of a node, also those in its rows and options; not those of its actions. */
export function casesOfNode(
  kind: 'widgets' | 'overlays',
  type: string,
  values: { readonly [name: string]: unknown },
): readonly CasesOfNode[] {
  return propertiesOf(kind, type).flatMap(({ name, title, shape }) => {
    const pointer = joinPointer('', name);
    if (isTextSlot(shape)) return casesAt(values[name], pointer, title);
    const inner = shape.slot === 'elements' ? shapes.elements[shape.element ?? '']?.properties : undefined;
    const items: readonly unknown[] = Array.isArray(values[name]) ? values[name] : [];
    return items.flatMap((item, at) =>
      Object.entries(inner ?? {}).flatMap(([member, of]) =>
        isTextSlot(of) && isJson(item)
          ? casesAt(
              item[member],
              joinPointer(joinPointer(pointer, at), member),
              `${title} ${at + 1}: ${memberTitle(member).toLowerCase()}`,
            )
          : [],
      ),
    );
  });
}

function casesAt(value: unknown, pointer: string, title: string): readonly CasesOfNode[] {
  const cases = readCases(value);
  if (cases === undefined) return [];
  const context = isJson(value) && typeof value['context'] === 'string' ? value['context'] : undefined;
  return [{ pointer, title, cases, ...(context !== undefined && { context }) }];
}

/** @param at - Pointer of the text in the document. */
export function writeCase(file: SourceFile, at: string, index: number, one: TextCase): Edited {
  const entry = joinPointer(joinPointer(at, 'choose'), index);
  return setAt(file, one.when === undefined ? entry : joinPointer(entry, 'value'), one.text);
}

/** @param at - Pointer of the text in the document. */
export function writeWhen(file: SourceFile, at: string, index: number, when: string): Edited {
  return setAt(file, joinPointer(joinPointer(joinPointer(at, 'choose'), index), 'when'), when);
}

/** Adds a case before the last entry without a condition, or at the end. */
export function addCase(file: SourceFile, at: string, cases: readonly TextCase[], one: TextCase): Edited {
  const isLastFree = cases.at(-1)?.when === undefined;
  const index = isLastFree ? cases.length - 1 : cases.length;
  const value = one.when === undefined ? one.text : { when: one.when, value: one.text };
  return insertItem(file, joinPointer(at, 'choose'), one.when === undefined ? cases.length : index, value);
}

/**
 * Removes a case. A single text that is left without a condition is written as a plain text, unless it is kept apart by
 * a context.
 */
export function removeCase(
  file: SourceFile,
  at: string,
  { cases, context }: Pick<CasesOfNode, 'cases' | 'context'>,
  index: number,
): Edited {
  const left = cases.filter((_one, place) => place !== index);
  const [only] = left;
  if (left.length === 1 && only !== undefined && only.when === undefined && context === undefined)
    return setAt(file, at, only.text);
  return removeItem(file, joinPointer(joinPointer(at, 'choose'), index));
}

export function moveCase(file: SourceFile, at: string, index: number, by: 1 | -1): Edited {
  return moveItem(file, joinPointer(joinPointer(at, 'choose'), index), by);
}
