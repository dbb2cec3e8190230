import type { Picture } from './model-state.ts';
import type { Answered } from './model-fields.ts';

/** The visible form; `faults` lists inconsistencies in the page. */
export interface Look extends Pick<Picture, 'fields' | 'summary' | 'focus' | 'beside' | 'step' | 'review'> {
  readonly faults: readonly string[];
}

/**
 * Reads a form from its document. Uses no name from outside the function, so that it can be sent to a browser.
 *
 * @param names - Names of possible fields.
 * @param bound - Name of the field beside the form.
 */
export function look({ names, bound }: { readonly names: readonly string[]; readonly bound: string }): Look {
  const faults: string[] = [];
  // Supplied fields have ids with their names in brackets, and fields of a record with the record's id:
  // those are numbered in order.
  const drawn = new Map<string, HTMLElement>();
  for (const element of document.querySelectorAll<HTMLElement>('[id]')) {
    drawn.set(/\[(k\d)\]$/.exec(element.id)?.[1] ?? element.id, element);
  }
  for (const [at, record] of document.querySelectorAll('.cz-repeat > .cz-card').entries()) {
    for (const element of record.querySelectorAll<HTMLElement>('[id]')) {
      const own = /^([pq])\[\w+\]$/.exec(element.id)?.[1];
      if (own !== undefined) drawn.set(`list/${at}/${own}`, element);
    }
  }
  const inRecords = [...drawn.keys()].filter((name) => /^list\/\d+\/[pq]$/.test(name));

  const says = (box: HTMLElement, attribute: string): boolean =>
    [box, ...box.getElementsByTagName('*')].some((one) => one.getAttribute(attribute) === 'true');

  const readValue = (box: HTMLElement): string => {
    if (box.classList.contains('cz-repeat')) return String(box.querySelectorAll(':scope > .cz-card').length);
    const controls = [...box.getElementsByTagName('input')];
    const [control] = controls;
    const wordsBeside = (one: HTMLInputElement | undefined) => one?.closest('label')?.textContent ?? '';
    if (box.classList.contains('cz-choices')) {
      const chosen = controls.filter((one) => one.checked);
      return chosen.map((one) => wordsBeside(one).slice('Option '.length)).join(',');
    }
    if (control === undefined) {
      const words = box.getElementsByTagName('button')[0]?.textContent ?? '';
      return words === 'Choose' ? '' : words;
    }
    if (control.type === 'checkbox') return control.checked ? 'true' : '';
    if (control.type !== 'radio') return control.value;
    const chosen = controls.find((one) => one.checked);
    const words = wordsBeside(chosen);
    return words.startsWith('Option ') ? words.slice('Option '.length) : (chosen?.value ?? '');
  };

  // The visible mark and the accessible state must agree. A button and a rating have only one of them.
  const readRequired = (name: string, box: HTMLElement): boolean => {
    if (box.matches('.cz-repeat, .cz-choices')) {
      // A group has no attribute for it, so it has a text.
      const [label] = box.children;
      const isMarkedWhole = label?.classList.contains('cz-field-required') === true;
      const isSaidWhole = label?.textContent?.includes('(required)') === true;
      if (isMarkedWhole !== isSaidWhole) faults.push(`${name} is marked ${isMarkedWhole}, not said so`);
      return isMarkedWhole;
    }
    const isMarked = box.getElementsByClassName('cz-field-required').length > 0;
    const isSaid = says(box, 'aria-required');
    const isTyped = [...box.getElementsByTagName('input')].some(({ type }) => type !== 'radio');
    if (isTyped && isMarked !== isSaid) faults.push(`${name} is marked ${isMarked}, said ${isSaid}`);
    return isMarked || isSaid;
  };

  const readProblem = (name: string, box: HTMLElement): string => {
    const words = document.getElementById(`${box.id}-problem`)?.textContent ?? '';
    const problem = words.startsWith('This could not be checked') ? 'unchecked' : words;
    if (box.classList.contains('cz-repeat')) return problem;
    const isInvalid = says(box, 'aria-invalid');
    if (isInvalid !== (problem !== '')) faults.push(`${name} is invalid ${isInvalid}, says "${problem}"`);
    return problem;
  };

  const boxes = [...names, ...inRecords].flatMap((name) => {
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
    summary: [...document.querySelectorAll('form [role=alert] li')].map((line) =>
      (line.textContent ?? '').replace(/^This could not be checked.*/, 'unchecked'),
    ),
    // The innermost: a list contains fields.
    focus: boxes.filter(({ box }) => box.contains(document.activeElement)).at(-1)?.name,
    beside: drawn.get(bound)?.querySelector('input')?.value,
    step: document.querySelector('.cz-way-place')?.textContent ?? undefined,
    review: drawn.has('review')
      ? [...document.querySelectorAll('dl > div')].map((line) =>
          [...line.children].map((part) => part.textContent).join(': '),
        )
      : undefined,
    faults,
  };
}

/** The stored draft of the form, by field; undefined without a draft. */
export function readDraft(device: ReadonlyMap<string, string>): Picture['draft'] {
  const key = [...device.keys()].find((one) => one.startsWith('capiz/draft/'));
  if (key === undefined) return undefined;
  const { answers, step } = JSON.parse(device.get(key) ?? '') as {
    step?: number;
    answers: { readonly [name: string]: readonly [kind: string, label: string, value?: Answered | null] };
  };
  const known = Object.entries(answers).flatMap(([name, [, , value]]) =>
    value === undefined ? [] : [[name.replace('items.', ''), value]],
  );
  return { ...Object.fromEntries(known), ...(step !== undefined && { '#step': step }) };
}

/** The first difference between expected and actual, in words; undefined if there is none. */
export function compare(
  expected: Picture,
  actual: Look & Pick<Picture, 'sent' | 'draft' | 'asked'>,
): string | undefined {
  if (actual.faults.length > 0) return actual.faults.join('; ');
  for (const part of ['fields', 'summary', 'beside', 'step', 'review', 'sent', 'asked', 'draft'] as const) {
    const [should, is] = [JSON.stringify(sorted(expected[part])), JSON.stringify(sorted(actual[part]))];
    if (should !== is) return `${part} should be ${should}, is ${is}`;
  }
  const { focus } = expected;
  // A list is focused at its first control.
  if (focus === undefined || actual.focus === focus || actual.focus?.startsWith(`${focus}/`))
    return undefined;
  return `the focus should be at ${focus}, is at ${actual.focus}`;
}

function sorted(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part ?? 'none';
  return Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1));
}
