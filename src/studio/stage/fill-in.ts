import type { LiveChild, LiveNode, LiveScreen } from '#renderer/index.ts';
import { childrenWithin, listChildren } from '#src/devtools/inspector/describe.ts';

/** Maximum number of rounds: a value can reveal more fields, but a cycle must end. */
const MOST_ROUNDS = 6;

/**
 * Fills every empty field of a visible form with a sample value and submits the form.
 *
 * @returns a function that reads the current validation errors.
 */
export function fillAndSend(screen: LiveScreen, form: string): () => readonly string[] {
  const find = (): LiveNode | undefined =>
    onlyNodes(listChildren(screen)).find(({ plan }) => plan.type === 'form' && plan.id === form);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const node = find();
    const empty = node === undefined ? [] : onlyNodes(childrenWithin(node)).filter(isEmpty);
    const filled = empty.filter((field) => {
      if (field.snapshot().uploads !== undefined) return addSample(field);
      const value = writeSample(field);
      if (value !== undefined) screen.write(field, value);
      return value !== undefined;
    });
    if (filled.length === 0) break;
  }
  const node = find();
  if (node !== undefined) screen.emit(node, 'submit');
  return () =>
    find()
      ?.snapshot()
      .problems?.found.map(({ message }) => message) ?? [];
}

function onlyNodes(children: readonly LiveChild[]): readonly LiveNode[] {
  return children.filter((child) => child.kind === 'node');
}

function isEmpty(node: LiveNode): boolean {
  if (!node.isField) return false;
  const { visible, value } = node.snapshot();
  return visible && (value === undefined || value === '');
}

/** The smallest PNG: one white pixel. */
const SAMPLE_IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';

/** Uploads a sample to a field for photos, files or a signature. @returns whether the field had none. */
function addSample(field: LiveNode): boolean {
  const { uploads } = field.snapshot();
  if (uploads === undefined || uploads.items.length > 0) return false;
  const bytes = Uint8Array.from(atob(SAMPLE_IMAGE), (letter) => letter.charCodeAt(0));
  uploads.add([
    { prepare: () => Promise.resolve(new Blob([bytes], { type: 'image/png' })), fileName: 'sample.png' },
  ]);
  return true;
}

/** A sample value for a field; undefined for a field without one. */
function writeSample({ plan, snapshot }: LiveNode): string | number | boolean | undefined {
  const { props } = snapshot();
  switch (plan.type) {
    case 'text-field': {
      const suggested = firstValue(props['suggestions']);
      if (typeof suggested === 'string') return suggested;
      const text = props['accept'] === 'digits' ? '1234567890' : 'Sample';
      const most = props['max'];
      return typeof most === 'number' ? text.slice(0, most) : text;
    }
    case 'choice':
    case 'choices': {
      const value = firstValue(props['options']);
      return typeof value === 'string' || typeof value === 'number' ? value : undefined;
    }
    case 'city':
      return 'Manila';
    case 'day':
      return '1990-01-31';
    case 'check':
      return true;
    case 'number-field':
      return 1;
    case 'rating':
      return 5;
    default:
      return undefined;
  }
}

/** The value of the first option or suggestion that is offered now. */
function firstValue(offered: unknown): unknown {
  const [first]: readonly unknown[] = Array.isArray(offered) ? offered : [];
  return typeof first === 'object' && first !== null ? Reflect.get(first, 'value') : first;
}
