import type { Engine, Followed } from '../live/ports.ts';
import type { Draft, DraftHost } from './drafts.ts';
import type { Form } from './form-state.ts';

type Module = typeof import('./drafts.ts');

let module: Module | undefined;

/** Fetches the code of drafts. */
export async function fetchDrafts(): Promise<Module> {
  module ??= await import('./drafts.ts');
  return module;
}

/** The drafts of a screen's forms. Their code is fetched when there is one to give back or to keep. */
export interface Drafts {
  /** A form begins: what was kept of it is given back. */
  open(form: Form): void;
  of(form: Form): Draft | undefined;
  /** Somebody wrote a field. */
  changed(form: Form, name: string): void;
  /** The run that sends the form has come to its next action, or to its end. */
  follow(form: Form, run: Followed): void;
  save(): void;
  /** Resolves when what is stored has been given back; undefined where it has been. */
  ready: Promise<unknown> | undefined;
}

export function keepDrafts(engine: Engine, host: DraftHost): Drafts {
  const drafts = new Map<Form, Draft>();
  /** What was written before the code was here. */
  const early = new Map<Form, string[]>();
  /** Somebody asked for it to be stored then: it does not wait for the next change any more. */
  let isSaved = false;

  function make({ openDraft }: Module, form: Form): Draft {
    const draft = openDraft(engine, form, host);
    drafts.set(form, draft);
    for (const name of early.get(form) ?? []) draft.changed(name);
    if (isSaved) draft.save();
    return draft;
  }

  async function need(form: Form): Promise<void> {
    if (early.has(form)) return;
    early.set(form, []);
    try {
      const loaded = await fetchDrafts();
      engine.store.batch(() => make(loaded, form));
    } catch {
      engine.report('draft/unavailable');
      // Nobody has written yet: who does tries again.
      if (early.get(form)?.length === 0) early.delete(form);
    }
  }

  function isStored(form: Form): boolean {
    try {
      const prefix = `capiz/draft/${engine.plan.id}/${form.id}`;
      for (const key of engine.services.storage.device.keys()) if (key.startsWith(prefix)) return true;
    } catch {
      // What cannot be read gives nothing back.
    }
    return false;
  }

  const isKept = (form: Form) => form.plan.props?.['draft'] !== false;

  const port: Drafts = {
    ready: undefined,
    open(form) {
      if (!isKept(form)) return;
      if (module) make(module, form);
      else if (isStored(form)) {
        // Of several forms the last is given back last: they wait for the same code, in turn.
        const given = need(form).then(() => {
          if (port.ready === given) port.ready = undefined;
        });
        port.ready = given;
      }
      // The tap that opens a picker may be the last that this page sees: by then the code has to be here.
      else if (form.uploads.size > 0) void need(form);
    },
    of: (form) => drafts.get(form),
    changed(form, name) {
      const draft = drafts.get(form);
      if (draft) draft.changed(name);
      else if (isKept(form)) {
        void need(form);
        early.get(form)?.push(name);
      }
    },
    follow(form, run) {
      const draft = drafts.get(form);
      if (draft) draft.follow(run);
      else if (run.end !== undefined && run.end.end !== 'failed') early.get(form)?.splice(0);
    },
    save() {
      isSaved = true;
      for (const draft of drafts.values()) draft.save();
    },
  };
  return port;
}
