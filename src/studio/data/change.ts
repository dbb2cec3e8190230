import { produce } from 'immer';
import type { Shape } from '#renderer/plan/plan.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import type { Payload } from '#src/simulator/scenarios/payload.ts';

interface Container {
  [name: string]: unknown;
}

/** A copy of a reply with another value at a pointer. Missing records around the value are created. */
export function setIn(reply: Payload, pointer: string, value: unknown): Payload {
  return produce(reply, (draft: Container) => {
    const [container, name] = lastStep(draft, pointer);
    container[name] = value;
  });
}

/** A copy of a reply without the member or the entry at a pointer. */
export function removeIn(reply: Payload, pointer: string): Payload {
  return produce(reply, (draft: Container) => {
    const [container, name] = lastStep(draft, pointer);
    if (Array.isArray(container)) container.splice(Number(name), 1);
    else delete container[name];
  });
}

/** A copy of a reply with one more entry at the end of a list: a copy of the last entry, or a sample if the list is empty. */
export function addEntry(
  reply: Payload,
  pointer: string,
  entries: unknown,
  items: Shape,
  today: string,
): Payload {
  const before: readonly unknown[] = Array.isArray(entries) ? entries : [];
  const next = before.length > 0 ? before.at(-1) : sampleOf(items, today);
  return setIn(reply, pointer, [...before, next]);
}

function lastStep(draft: Container, pointer: string): readonly [container: Container, name: string] {
  const names = splitPointer(pointer);
  const last = names.pop() ?? '';
  let container = draft;
  for (const name of names) {
    const inner = container[name];
    if (typeof inner !== 'object' || inner === null) container[name] = {};
    // It is a record or a list: the line above replaced anything else.
    container = container[name] as Container;
  }
  return [container, last];
}

const SAMPLE_AMOUNT_MINOR = 10_000;

/**
 * A sample value of a shape, as the service would send it. A record has only its required members.
 *
 * @param today - `YYYY-MM-DD`
 */
export function sampleOf(shape: Shape, today: string): unknown {
  switch (shape.type) {
    case 'record': {
      const needed = shape.members.filter((one) => one.required === true && one.default === undefined);
      return needed.reduce<Payload>(
        (record, { wire, shape: of }) => setIn(record, wire, sampleOf(of, today)),
        {},
      );
    }
    case 'list':
      return [];
    case 'map':
      return {};
    case 'text':
      return shape.known?.[0] ?? 'Text';
    case 'integer':
    case 'number':
      return 1;
    case 'money':
      return SAMPLE_AMOUNT_MINOR;
    case 'boolean':
      return true;
    case 'date':
      return today;
    case 'url':
      return 'https://example.com/';
  }
}
