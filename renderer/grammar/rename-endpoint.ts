import type { Contract } from './contracts.ts';
import type { IsHolder } from './expression/member-places.ts';
import { isJson, type Json } from './json.ts';
import { joinPointer, recordsIn } from './pointer.ts';
import type { TextEdits } from './text-edits.ts';

/**
 * Renames a member of an endpoint's request or reply. The name on the wire does not change: the member's `wire` keeps
 * it.
 */
export interface EndpointRenaming {
  readonly kind: 'reply' | 'request';
  readonly endpoint: string;
  /** `orderStatus`, `recProducts[].title`; for a request only a direct member. */
  readonly from: string;
  /** Only the last name of the path. */
  readonly to: string;
}

/** The parts of a project that renaming reads and edits. */
export interface EndpointTools {
  readonly contracts: readonly Contract[];
  /** All definitions and contracts. */
  readonly documents: readonly { readonly file: string; readonly value: Json }[];
  edit(file: string): TextEdits;
  renamePath(file: string, path: readonly string[], to: string): void;
  renameMembers(name: string, to: string, isHolder: IsHolder): void;
}

/**
 * @returns An error message if it is not possible.
 */
export function renameEndpointMember(tools: EndpointTools, renaming: EndpointRenaming): string | undefined {
  const contract = tools.contracts.find(({ name }) => name === renaming.endpoint);
  if (contract === undefined) return `There is no endpoint "${renaming.endpoint}".`;
  return renaming.kind === 'reply'
    ? renameReply(tools, contract, renaming)
    : renameRequest(tools, contract, renaming);
}

function renameReply(
  tools: EndpointTools,
  { name: endpoint, document, raw }: Contract,
  { from, to }: EndpointRenaming,
): string | undefined {
  const steps = stepsOf(from);
  const name = steps.at(-1) ?? '';
  let pointer = '/reply';
  let place: unknown = raw['reply'];
  for (const step of steps.slice(0, -1)) {
    const into = step === '[]' ? ['items'] : ['properties', step];
    for (const member of into) {
      pointer = joinPointer(pointer, member);
      place = isJson(place) ? place[member] : undefined;
    }
  }
  if (!renameProperty(tools.edit(document.file), place, pointer, name, to))
    return `The reply of "${endpoint}" has no "${from}" of its own.`;
  // The origin of a type begins with its contract: `order-details#`, `order-details#recProducts[]`.
  const origin = `${endpoint}#${spell(steps.slice(0, -1))}`;
  tools.renameMembers(name, to, (record) => record.origin === origin);
  for (const { file, value } of tools.documents) {
    for (const { text, at } of likesIn(value)) {
      const [of, path = ''] = text.split('#');
      const borrowed = stepsOf(path);
      if (of !== endpoint || !steps.every((step, index) => borrowed[index] === step)) continue;
      const changed = borrowed.map((step, index) => (index === steps.length - 1 ? to : step));
      tools.edit(file).replaceText(at, `${endpoint}#${spell(changed)}`);
    }
  }
  return undefined;
}

function renameRequest(
  tools: EndpointTools,
  { name: endpoint, document, raw }: Contract,
  { from, to }: EndpointRenaming,
): string | undefined {
  if (!renameProperty(tools.edit(document.file), raw['request'], '/request', from, to))
    return `The request of "${endpoint}" has no member "${from}".`;
  tools.renamePath(document.file, ['request', from], to);
  for (const { file, value } of tools.documents) {
    for (const { record, pointer } of recordsIn(value)) {
      const { with: given } = record;
      if (record['endpoint'] === endpoint && isJson(given) && Object.hasOwn(given, from))
        tools.edit(file).renameMember(joinPointer(`${pointer}/with`, from), to);
    }
  }
  return undefined;
}

/** Renames a property. Its `wire` keeps the old name, which the service still uses. */
function renameProperty(
  edits: TextEdits,
  place: unknown,
  pointer: string,
  from: string,
  to: string,
): boolean {
  const properties = isJson(place) ? place['properties'] : undefined;
  const declaration = isJson(properties) && Object.hasOwn(properties, from) ? properties[from] : undefined;
  if (!isJson(place) || !isJson(declaration)) return false;
  const at = joinPointer(`${pointer}/properties`, from);
  edits.renameMember(at, to);
  if (declaration['wire'] === undefined) edits.addMember(at, 'wire', JSON.stringify(from));
  const { required } = place;
  if (Array.isArray(required))
    required.forEach((name: unknown, index) => {
      if (name === from) edits.replaceText(`${pointer}/required/${index}`, to);
    });
  return true;
}

/** `plan.items[].name` gives plan, items, [], name. */
function stepsOf(path: string): string[] {
  return path.match(/\[\]|[^.[\]]+/g) ?? [];
}

function spell(steps: readonly string[]): string {
  return steps.map((step, index) => (step === '[]' || index === 0 ? step : `.${step}`)).join('');
}

function* likesIn(value: unknown): Generator<{ text: string; at: string }> {
  for (const { record, pointer: at } of recordsIn(value)) {
    const { like } = record;
    if (typeof like === 'string') yield { text: like, at: `${at}/like` };
  }
}
