import { isJson } from '#renderer/grammar/json.ts';
import { formAround } from '#renderer/grammar/compile/part-form.ts';
import { WrittenDocument, type WrittenNode } from '#renderer/grammar/lint/document.ts';
import type { ParsedDocument } from '#renderer/grammar/parse.ts';
import { NESTS } from '#renderer/plan/nests.ts';
import { formsIn } from './named.ts';
import type { DefinitionSymbol } from './definition-symbol.ts';

/** The form with an id. */
export function findForm(file: string, root: unknown, id: string): DefinitionSymbol | undefined {
  const found = formsIn(root).find((form) => form.id === id);
  if (found === undefined) return undefined;
  const declared = { file, pointer: `${found.pointer}/id`, part: 'value' } as const;
  return { kind: 'form', name: id, declared, path: ['form', id], isLocal: true };
}

/** A field, with the names of its form and of the groups around it. */
interface Field {
  readonly node: WrittenNode;
  /** `['form', 'apply', 'address', 'city']`. */
  readonly path: readonly string[];
}

/**
 * A field by the pointer of its `name`, or by its form and its names there, the outermost group first.
 *
 * @param pointer - Undefined to search by names.
 */
export function findField(
  file: string,
  root: unknown,
  pointer: string | undefined,
  form?: string,
  names: readonly string[] = [],
): DefinitionSymbol | undefined {
  const wanted = ['form', form, ...names].join('.');
  const found = fieldsIn(root).find(({ node, path }) =>
    pointer === undefined ? path.join('.') === wanted : `${node.pointer}/name` === pointer,
  );
  return found && describe(file, found);
}

/** A field directly in a group or repeating group. @param group - The raw group node. */
export function fieldOfGroup(
  file: string,
  root: unknown,
  group: object,
  name: string,
): DefinitionSymbol | undefined {
  const found = fieldsIn(root).find(({ node }) => {
    const around = node.ancestors.filter(({ type }) => NESTS.has(type)).at(-1)?.raw;
    return around === group && node.raw['name'] === name;
  });
  return found && describe(file, found);
}

function describe(file: string, { node, path }: Field): DefinitionSymbol {
  const declared = { file, pointer: `${node.pointer}/name`, part: 'value' } as const;
  // A field of a group is read as a member of the group's record.
  return { kind: 'field', name: path.at(-1) ?? '', declared, path, isLocal: true };
}

/** All fields of a document. */
export function fieldsIn(root: unknown): readonly Field[] {
  if (!isJson(root)) return [];
  // Only the nodes are used, and they need no positions.
  const document = { file: '', text: '', value: root } as unknown as ParsedDocument;
  return new WrittenDocument(document, root, 'screen', []).nodes.flatMap((node): Field[] => {
    const { raw, ancestors, pointer } = node;
    if (typeof raw['name'] !== 'string') return [];
    const at = ancestors.map(({ type }) => type).lastIndexOf('form');
    const form = at < 0 && pointer.startsWith('/body/') ? formAround(root) : ancestors[at]?.raw['id'];
    if (typeof form !== 'string') return [];
    const groups = ancestors
      .slice(at + 1)
      .flatMap(({ type, raw: group }) =>
        NESTS.has(type) && typeof group['name'] === 'string' ? [group['name']] : [],
      );
    return [{ node, path: ['form', form, ...groups, raw['name']] }];
  });
}
