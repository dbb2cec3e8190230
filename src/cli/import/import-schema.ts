import { isJson, type Json } from '#renderer/grammar/json.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { collect } from './collect.ts';
import { FALSE } from './condition.ts';
import { decide } from './decide.ts';
import { emitBody } from './emit-body.ts';
import { emitMembers, type NodeEmission } from './emit-nodes.ts';
import { type Hints, NO_HINTS } from './hints.ts';
import { nameFields } from './names.ts';
import { References } from './references.ts';
import { type NotCarried, type Note, Report } from './report.ts';
import { shownWord } from './rules.ts';
import { readUiSchema } from './ui-schema.ts';
import type { Slot } from './slot.ts';
import { readSource, type Unreadable } from './source.ts';

export interface ImportInput {
  /** The schema's name in the report. */
  readonly file: string;
  readonly text: string;
  /** JSON Pointer of the schema in the document. */
  readonly at?: string;
  /** A UI schema of rjsf or JSON Forms. */
  readonly ui?: { readonly file: string; readonly text: string };
  /** Used for the screen and for the endpoint. */
  readonly id: string;
}

export interface Imported {
  readonly screen: Json;
  readonly endpoint: Json;
  readonly notCarried: readonly NotCarried[];
  readonly notes: readonly Note[];
  readonly keywords: { readonly met: number; readonly carried: number };
  /** The slots that the form has fields for. */
  readonly root: Slot;
}

/** The id of the form in an imported screen. */
export const FORM = 'form';

/** Turns a JSON Schema into a screen with a form, and the endpoint that the form sends to. Pure. */
export function importSchema(input: ImportInput): Imported | (Unreadable & { readonly file: string }) {
  const source = readSource(input.text);
  if ('message' in source) return { ...source, file: input.file };
  const ui = input.ui === undefined ? undefined : readSource(input.ui.text);
  if (ui !== undefined && 'message' in ui) return { ...ui, file: input.ui?.file ?? '' };
  const references = new References(source.value);
  const start = input.at ?? '';
  const schema = references.schemaAt(start);
  if (!isJson(schema)) {
    return { message: `there is no schema at "${start}"`, file: input.file, ...source.place(start) };
  }
  const report = new Report(input.file, source);
  const root = collect(references, report, start);
  decide(root, report);
  nameFields(root);
  const uiReport = ui === undefined ? undefined : new Report(input.ui?.file ?? '', ui);
  const hints =
    ui === undefined || uiReport === undefined ? NO_HINTS : readUiSchema(ui.value, root, uiReport);
  const { emission, nodes, body } = emit(root, report, hints);
  const screen = screenOf(input.id, root, nodes, body.values, emission);
  report.refuseUnshown();
  return {
    screen,
    endpoint: endpointOf(input.id, root, body),
    notCarried: [...report.notCarried, ...(uiReport?.notCarried ?? [])],
    notes: [...report.notes, ...(uiReport?.notes ?? [])],
    keywords: {
      met: report.met + (uiReport?.met ?? 0),
      carried: report.carried + (uiReport?.carried ?? 0),
    },
    root,
  };
}

/** Writes fields and body. If something reads a slot that has no field, repeats without these slots. */
function emit(root: Slot, report: Report, hints: Hints) {
  for (;;) {
    const emission: NodeEmission = {
      report,
      form: FORM,
      records: new Map(),
      hints,
      stops: [],
      unasked: new Set(),
    };
    const nodes = emitMembers(root, emission);
    const body = emitBody(root, emission);
    if (emission.unasked.size === 0) return { emission, nodes, body };
    for (const slot of emission.unasked) slot.described = FALSE;
  }
}

function screenOf(
  id: string,
  root: Slot,
  nodes: readonly Json[],
  values: Json,
  { stops, report }: NodeEmission,
): Json {
  const title = shownWord(root, 'title', report) ?? 'Form';
  const description = shownWord(root, 'description', report);
  return {
    $schema: '../schemas/screen.schema.json',
    grammar: GRAMMAR,
    id,
    description: 'Made by capiz import.',
    routes: [`/${id}`],
    title,
    body: [
      ...(description === undefined ? [] : [{ type: 'text', text: description }]),
      {
        type: 'form',
        id: FORM,
        body: nodes,
        on: {
          submit: [
            ...stops.map(({ when, text }) => ({ do: 'stop', when, text })),
            { do: 'request', endpoint: id, critical: id, with: values, busy: 'Sending' },
            { do: 'notice', text: 'Sent', tone: 'success' },
          ],
        },
      },
    ],
    bar: [
      {
        type: 'button',
        id: 'send',
        text: 'Send',
        emphasis: 'primary',
        on: { tap: [{ do: 'submit', form: FORM }] },
      },
    ],
  };
}

function endpointOf(id: string, root: Slot, { members, required }: ReturnType<typeof emitBody>): Json {
  return {
    $schema: '../endpoint.schema.json',
    name: id,
    description: `Takes what the form sends${root.said('title') === undefined ? '' : `: ${String(root.said('title')?.value)}`}.`,
    method: 'POST',
    path: `/api/${id}`,
    encoding: 'json',
    client: 'json',
    safe: false,
    // Only the service knows whether two sends have one effect.
    keyed: true,
    // Long enough for a second tap; a person who opens the form again may send again.
    once: { forMinutes: 1440 },
    request: { type: 'object', ...(required.length === 0 ? {} : { required }), properties: members },
    reply: { type: 'object', properties: {} },
  };
}
