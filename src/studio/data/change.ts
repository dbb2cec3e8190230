import { produce } from 'immer';
import type { Shape } from '#renderer/plan/plan.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import type { Payload } from '#src/simulator/scenarios/payload.ts';

interface Container {
  [name: string]: unknown;
}

/** A reply with another value; creates the records on the way. */
export function setIn(reply: Payload, pointer: string, value: unknown): Payload {
  return produce(reply, (draft: Container) => {
    const [container, name] = lastStep(draft, pointer);
    container[name] = value;
  });
}

/** A reply without a member or an entry. */
export function removeIn(reply: Payload, pointer: string): Payload {
  return produce(reply, (draft: Container) => {
    const [container, name] = lastStep(draft, pointer);
    if (Array.isArray(container)) container.splice(Number(name), 1);
    else delete container[name];
  });
}

/** A reply with one more entry at the end of a list: like the last one, or a sample. */
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
    // The line above makes it a record if it was neither a record nor a list.
    container = container[name] as Container;
  }
  return [container, last];
}

const SAMPLE_MINOR = 10_000;

/**
 * A value that fits a shape, as the service sends it: a record has its required members.
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
      return SAMPLE_MINOR;
    case 'boolean':
      return true;
    case 'date':
      return today;
    case 'url':
      return 'https://example.com/';
  }
}
