import type { Answered, Picture } from './model.ts';

/** A form as it stands in the page; `faults` says where two things that have to agree do not. */
export interface Look extends Pick<Picture, 'fields' | 'summary' | 'focus' | 'beside'> {
  readonly faults: readonly string[];
}

/**
 * Reads a form off the document it is drawn in.
 *
 * It stands alone, without a name from around it, so that it can be sent into a browser.
 *
 * @param names - What fields there may be.
 * @param bound - Name of the field beside the form.
 */
export function look({ names, bound }: { readonly names: readonly string[]; readonly bound: string }): Look {
  const faults: string[] = [];
  // Supplied fields have their names in brackets behind the id of what they stand in.
  const drawn = new Map<string, HTMLElement>();
  for (const element of document.querySelectorAll<HTMLElement>('[id]')) {
    drawn.set(/\[(\w+)\]$/.exec(element.id)?.[1] ?? element.id, element);
  }

  const says = (box: HTMLElement, attribute: string): boolean =>
    [box, ...box.getElementsByTagName('*')].some((one) => one.getAttribute(attribute) === 'true');

  const readValue = (box: HTMLElement): string => {
    const controls = [...box.getElementsByTagName('input')];
    const [control] = controls;
    if (control === undefined) {
      const words = box.getElementsByTagName('button')[0]?.textContent ?? '';
      return words === 'Choose' ? '' : words;
    }
    if (control.type === 'checkbox') return control.checked ? 'true' : '';
    if (control.type !== 'radio') return control.value;
    const chosen = controls.find((one) => one.checked);
    const words = chosen?.closest('label')?.textContent ?? '';
    return words.startsWith('Option ') ? words.slice('Option '.length) : (chosen?.value ?? '');
  };

  // The mark and what a screen reader is told are one. A button, and the stars, have only one of them.
  const readRequired = (name: string, box: HTMLElement): boolean => {
    const isMarked = box.getElementsByClassName('cz-field-required').length > 0;
    const isSaid = says(box, 'aria-required');
    const isTyped = [...box.getElementsByTagName('input')].some(({ type }) => type !== 'radio');
    if (isTyped && isMarked !== isSaid) faults.push(`${name} is marked ${isMarked}, said ${isSaid}`);
    return isMarked || isSaid;
  };

  const readProblem = (name: string, box: HTMLElement): string => {
    const problem = document.getElementById(`${box.id}-problem`)?.textContent ?? '';
    const isInvalid = says(box, 'aria-invalid');
    if (isInvalid !== (problem !== '')) faults.push(`${name} is invalid ${isInvalid}, says "${problem}"`);
    return problem;
  };

  const boxes = names.flatMap((name) => {
    const box = drawn.get(name);
    return box === undefined ? [] : [{ name, box }];
  });
  boxes.sort((one, other) =>
    one.box.compareDocumentPosition(other.box) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  return {
    fields: boxes.map(({ name, box }) => ({
      name,
      shows: readValue(box),
      isRequired: readRequired(name, box),
      problem: readProblem(name, box),
    })),
    summary: [...document.querySelectorAll('form [role=alert] li')].map((line) => line.textContent ?? ''),
    focus: boxes.find(({ box }) => box.contains(document.activeElement))?.name,
    beside: drawn.get(bound)?.querySelector('input')?.value,
    faults,
  };
}

/** What the device keeps of the form, by field; undefined without a draft. */
export function readDraft(device: ReadonlyMap<string, string>): Picture['draft'] {
  const key = [...device.keys()].find((one) => one.startsWith('capiz/draft/'));
  if (key === undefined) return undefined;
  const { answers } = JSON.parse(device.get(key) ?? '') as {
    answers: { readonly [name: string]: readonly [kind: string, label: string, value?: Answered | null] };
  };
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, [, , value]]) =>
      value === undefined ? [] : [[name.replace('items.', ''), value]],
    ),
  );
}

/** The first disagreement between what should be and what is, in words; undefined where there is none. */
export function compare(
  expected: Picture,
  actual: Look & Pick<Picture, 'sent' | 'draft'>,
): string | undefined {
  if (actual.faults.length > 0) return actual.faults.join('; ');
  for (const part of ['fields', 'summary', 'beside', 'sent', 'draft'] as const) {
    const [should, is] = [JSON.stringify(sorted(expected[part])), JSON.stringify(sorted(actual[part]))];
    if (should !== is) return `${part} should be ${should}, is ${is}`;
  }
  if (expected.focus === undefined || actual.focus === expected.focus) return undefined;
  return `the focus should be at ${expected.focus}, is at ${actual.focus}`;
}

function sorted(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part ?? 'none';
  return Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1));
}
