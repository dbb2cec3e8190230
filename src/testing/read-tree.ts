import { computeAccessibleDescription, computeAccessibleName } from 'dom-accessibility-api';
import { isInline } from './inline.ts';
import { ACTED_ON, isHidden, NAMED_BY_CONTENT, roleOf } from './roles.ts';

/*
 * A screen as a screen reader announces it: roles, words and states, in order. Visual details (pixels, colours) and
 * internal ones (ids, classes) are left out, so that a line changes only if its text or its use changes.
 */

/** Without a style sheet every element has the same style, so one constant answers the accessible-name algorithm. */
const NO_STYLE = { getPropertyValue: () => '', content: 'none', display: '', visibility: '' };
const NAMING = { getComputedStyle: () => NO_STYLE as unknown as CSSStyleDeclaration };

export function nameOf(element: Element): string {
  return clean(computeAccessibleName(element, NAMING));
}

function clean(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').trim();
}

/** The front dialog, which blocks everything behind it, else the body. */
export function reachable(document: Document): Element {
  const open = [...document.querySelectorAll('dialog[open]:not([aria-hidden="true"])')];
  return open.at(-1) ?? document.body;
}

export interface TreeLine {
  /** Children are indented by two spaces. */
  readonly text: string;
  /** The id of the element, or of its nearest ancestor with an id. */
  readonly id?: string;
}

/** The reachable content, one line for each element. */
export function readTree(document: Document): readonly TreeLine[] {
  const lines: TreeLine[] = [];
  const root = reachable(document);
  const place: Place = { depth: 0, lines };
  if (root === document.body) readChildren(root, place);
  else readElement(root, place);
  return lines;
}

interface Place {
  readonly depth: number;
  readonly id?: string;
  readonly lines: TreeLine[];
}

function readChildren(parent: Element, at: Place): void {
  let words = '';
  const flush = (): void => {
    const text = clean(words);
    words = '';
    if (text !== '') say(at, quote(text));
  };
  const take = (place: Element): void => {
    for (let child = place.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === 3) words += child.nodeValue ?? '';
      if (child.nodeType !== 1) continue;
      const element = child as Element;
      if (isHidden(element)) continue;
      if (element.localName === 'br') words += ' ';
      else if (isAmongWords(element)) take(element);
      else {
        flush();
        readElement(element, at);
      }
    }
  };
  take(parent);
  flush();
}

/** The words of a generic inline element join the words around it. */
function isAmongWords(element: Element): boolean {
  return (
    isInline(element) &&
    roleOf(element) === undefined &&
    !element.hasAttribute('tabindex') &&
    [...element.children].every((child) => child.localName === 'br' || isHidden(child) || isAmongWords(child))
  );
}

function readElement(element: Element, around: Place): void {
  if (isHidden(element)) return;
  const at: Place = element.id === '' ? around : { ...around, id: element.id };
  const role = roleOf(element);
  const states = statesOf(element, role);
  if (role === undefined) {
    if (states.length > 0) say(at, ['group', ...states].join(' '));
    readChildren(element, states.length > 0 ? { ...at, depth: at.depth + 1 } : at);
    return;
  }
  const name = nameOf(element);
  const description = clean(computeAccessibleDescription(element, NAMING));
  const said = [
    role === 'heading' ? `heading ${levelOf(element)}` : role === 'img' ? 'image' : role,
    ...(name === '' ? [] : [quote(name)]),
    ...states,
    ...(description === '' || description === name ? [] : [`– ${quote(description)}`]),
  ];
  const inner: TreeLine[] = [];
  const isSaid = NAMED_BY_CONTENT.has(role) && !element.hasAttribute('aria-label') && name !== '';
  if (element.localName !== 'select' && element.localName !== 'textarea')
    readChildren(element, { ...at, depth: at.depth + 1, lines: inner });
  const rest = isSaid ? inner.filter((line) => !isWords(line)) : inner;
  // An element with a role that contains only words is one line.
  const [only] = rest;
  if (rest.length === 1 && only !== undefined && isWords(only) && name === '') said.push(only.text.trim());
  else if (!(rest.length === 1 && only?.text.trim() === quote(name))) {
    if (rest.length === 0 && name === '' && states.length === 0 && SILENT_WHEN_EMPTY.has(role)) return;
    say(at, said.join(' '));
    at.lines.push(...rest);
    return;
  }
  say(at, said.join(' '));
}

const SILENT_WHEN_EMPTY: ReadonlySet<string> = new Set(['alert', 'status', 'contentinfo', 'log']);

function isWords({ text }: TreeLine): boolean {
  return text.trimStart().startsWith('"');
}

function levelOf(element: Element): string {
  return element.getAttribute('aria-level') ?? element.localName.slice(1);
}

const FLAGS = {
  'aria-busy': 'busy',
  'aria-disabled': 'disabled',
  'aria-invalid': 'invalid',
  'aria-readonly': 'readonly',
  'aria-required': 'required',
  'aria-selected': 'selected',
} as const;

function statesOf(element: Element, role: string | undefined): string[] {
  const states: string[] = [];
  const field = element as Partial<HTMLInputElement>;
  const isInput = ['input', 'select', 'textarea', 'button'].includes(element.localName);
  const flags = new Set<string>();
  for (const [attribute, word] of Object.entries(FLAGS)) {
    if (element.getAttribute(attribute) === 'true') flags.add(word);
  }
  if (isInput && field.disabled === true) flags.add('disabled');
  if (isInput && field.required === true) flags.add('required');
  if (isInput && field.readOnly === true) flags.add('readonly');
  states.push(...flags);
  if (role === 'checkbox' || role === 'radio' || role === 'switch') {
    const checked = element.getAttribute('aria-checked') ?? String(field.checked === true);
    if (checked !== 'false') states.push(checked === 'mixed' ? 'mixed' : 'checked');
  }
  const expanded = element.getAttribute('aria-expanded');
  if (expanded !== null) states.push(expanded === 'true' ? 'expanded' : 'collapsed');
  if (element.getAttribute('aria-pressed') === 'true') states.push('pressed');
  const current = element.getAttribute('aria-current');
  if (current !== null && current !== 'false') states.push('current');
  const popup = element.getAttribute('aria-haspopup');
  if (popup !== null && popup !== 'false') states.push(`opens ${popup === 'true' ? 'menu' : popup}`);
  if (role === 'textbox' || role === 'searchbox' || role === 'spinbutton' || role === 'combobox')
    states.push(...valueOf(element, field));
  if (role === 'link') states.push(...targetOf(element));
  const value = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  if (value !== null) states.push(`at ${value}`);
  states.push(...orderOf(element, role));
  if (element.ownerDocument.activeElement === element && element !== element.ownerDocument.body)
    states.push('focused');
  return states;
}

function valueOf(element: Element, field: Partial<HTMLInputElement>): string[] {
  const value = element.localName === 'select' ? chosenOf(element as HTMLSelectElement) : field.value;
  const placeholder = element.getAttribute('placeholder');
  if (value !== undefined && value !== '') return [`= ${quote(isSecret(element) ? '••••' : value)}`];
  return placeholder === null || placeholder === '' ? [] : [`placeholder ${quote(placeholder)}`];
}

/** A password, also while it is shown as text. */
export function isSecret(element: Element): boolean {
  return element.getAttribute('autocomplete')?.endsWith('-password') === true;
}

function chosenOf(select: HTMLSelectElement): string {
  return [...select.selectedOptions].map((option) => clean(option.textContent ?? '')).join(', ');
}

/** The target of a link, if it leads out of the app. */
function targetOf(element: Element): string[] {
  const address = element.getAttribute('href') ?? '';
  return /^(?:https?|tel|mailto|sms):/.test(address) ? [`to ${address}`] : [];
}

/** The tab order is the order of the tree; only exceptions are shown. */
function orderOf(element: Element, role: string | undefined): string[] {
  const given = element.getAttribute('tabindex');
  if (given === null) return [];
  const index = Number(given);
  const isActedOn = role !== undefined && ACTED_ON.has(role);
  if (index > 0) return [`tab ${index}`];
  if (index === 0) return isActedOn ? [] : ['in tab order'];
  return isActedOn ? ['not in tab order'] : [];
}

function say({ depth, id, lines }: Place, text: string): void {
  lines.push({ text: `${'  '.repeat(depth)}${text}`, ...(id !== undefined && { id }) });
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '”')}"`;
}
