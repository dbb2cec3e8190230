import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { type Edited, insertItem, removeItem, setMember, wrapItem } from '../model/edits.ts';

/* A step of instructions is a text node, or a section with a text and an image. */

/** A list of steps in a document. */
export interface Steps {
  /** JSON Pointer of the list. */
  readonly list: string;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly pointer: string;
  /** Undefined if the step is not a plain text. */
  readonly text?: { readonly pointer: string; readonly words: string };
  readonly picture?: StepPicture;
  /** The list that repeats the step; such a step is read-only here. */
  readonly each?: string;
}

interface StepPicture {
  readonly pointer: string;
  readonly src: string;
  readonly alt: string;
  /** Whether source and alternative text are literals, so that the form can replace them. */
  readonly isPlain: boolean;
}

type Source = { readonly path: string; readonly text: string };

/** The steps that contain a pointer, or the only list of steps inside it. */
export function stepsOf(document: unknown, pointer: string): Steps | undefined {
  if (!isJson(document)) return undefined;
  const names = splitPointer(pointer);
  for (let depth = names.length; depth > 0; depth -= 1) {
    const at = names.slice(0, depth).reduce((path, name) => joinPointer(path, name), '');
    const value = valueAt(document, at);
    if (isSteps(value)) return readSteps(value, at);
  }
  const own = valueAt(document, pointer);
  return isJson(own) ? firstIn(own, pointer) : undefined;
}

/** The only group of steps in a node; undefined if there are several. */
function firstIn(node: Json, pointer: string): Steps | undefined {
  const found = [...stepsIn(node, pointer)];
  return found.length === 1 ? found[0] : undefined;
}

function* stepsIn(node: Json, pointer: string): Iterable<Steps> {
  if (isSteps(node)) {
    yield readSteps(node, pointer);
    return;
  }
  for (const [at, inner] of bodyOf(node).entries())
    if (isJson(inner)) yield* stepsIn(inner, joinPointer(joinPointer(pointer, 'body'), String(at)));
}

function isSteps(value: unknown): value is Json {
  return isJson(value) && value['type'] === 'section' && value['look'] === 'steps';
}

function bodyOf(node: Json): readonly unknown[] {
  return Array.isArray(node['body']) ? node['body'] : [];
}

function readSteps(node: Json, pointer: string): Steps {
  const list = joinPointer(pointer, 'body');
  return {
    list,
    steps: bodyOf(node).flatMap((step, at) =>
      isJson(step) ? [readStep(step, joinPointer(list, String(at)))] : [],
    ),
  };
}

function readStep(node: Json, pointer: string): Step {
  const inner =
    node['type'] === 'section'
      ? bodyOf(node).map((one, at) => [one, `${joinPointer(pointer, 'body')}/${at}`] as const)
      : [[node, pointer] as const];
  const found = (type: string) => inner.find(([one]) => isJson(one) && one['type'] === type);
  const [text, textAt = ''] = found('text') ?? [];
  const [image, imageAt = ''] = found('image') ?? [];
  const words = isJson(text) ? text['text'] : undefined;
  const each = isJson(text) && text['each'] !== undefined ? text['each'] : node['each'];
  return {
    pointer,
    ...(typeof words === 'string' && { text: { pointer: textAt, words } }),
    ...(isJson(image) && { picture: readPicture(image, imageAt) }),
    ...(typeof each === 'string' && { each }),
  };
}

function readPicture({ src, alt }: Json, pointer: string): StepPicture {
  const isPlain = [src, alt].every((value) => value === undefined || typeof value === 'string');
  return { pointer, src: wordsOf(src), alt: wordsOf(alt), isPlain };
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Inserts a step. @param at - Index among the current steps. */
export function addStep(source: Source, list: string, at: number): Edited {
  return insertItem(source, list, at, { type: 'text', text: 'New step' });
}

/** Sets the image of a step and its alternative text. */
export function setPicture(source: Source, document: unknown, step: Step, src: string, alt: string): Edited {
  const { pointer, picture } = step;
  if (picture?.isPlain === false) return { text: source.text, pointer };
  if (picture !== undefined) {
    const { text } = setMember(source, picture.pointer, 'src', src);
    return { ...setMember({ path: source.path, text }, picture.pointer, 'alt', alt), pointer };
  }
  const image = { type: 'image', src, alt, ratio: 'wide', zoom: true };
  const node = isJson(document) ? valueAt(document, pointer) : undefined;
  if (isJson(node) && node['type'] === 'section') {
    const edited = insertItem(source, joinPointer(pointer, 'body'), bodyOf(node).length, image);
    return { ...edited, pointer };
  }
  const { text } = wrapItem(source, pointer, { type: 'section', look: 'plain' });
  return { ...insertItem({ path: source.path, text }, joinPointer(pointer, 'body'), 1, image), pointer };
}

/** Removes the image of a step. */
export function takePicture(source: Source, { pointer, picture }: Step): Edited {
  if (picture?.isPlain !== true) return { text: source.text, pointer };
  return { ...removeItem(source, picture.pointer), pointer };
}
