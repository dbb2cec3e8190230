import { settle } from '../plan/isolate.ts';
import type { Engine } from './ports/engine.ts';
import type { NoticePort } from './ports/notices.ts';
import type { Notice, Tone } from './live.ts';

/** Default duration of a toast. */
export const TOAST_MS = 2_000;
/** A request is called slow after this time. */
const SLOW_MS = 10_000;

interface Inline {
  readonly list: string;
  readonly run: string | undefined;
  readonly overlay: string | undefined;
  readonly notice: Notice;
}

/** Messages outside the nodes: toasts, inline notices, busy texts of requests. */
export function createNotices(engine: Engine): NoticePort {
  let count = 0;
  let inlines: readonly Inline[] = [];
  const waiting: { readonly text: string | undefined; isSlow: boolean }[] = [];

  const nextId = () => {
    count += 1;
    return `notice-${count}`;
  };

  function showInlines(): void {
    const of = (overlay: string | undefined) =>
      inlines.filter((inline) => inline.overlay === overlay).map((inline) => inline.notice);
    const { surface } = engine;
    surface.set({
      notices: of(undefined),
      overlays: surface.get().overlays.map((overlay) => {
        const notices = of(overlay.key);
        return notices.length === 0 && overlay.notices.length === 0 ? overlay : { ...overlay, notices };
      }),
    });
  }

  function keep(isKept: (inline: Inline) => boolean): void {
    const left = inlines.filter(isKept);
    if (left.length === inlines.length) return;
    inlines = left;
    showInlines();
  }

  function showBusy(): void {
    const text = waiting.filter((request) => request.text !== undefined).at(-1)?.text;
    engine.surface.set({ busyText: text, isSlow: waiting.some((request) => request.isSlow) });
  }

  return {
    toast(words: string, tone: Tone, durationMs = TOAST_MS, lang?: string) {
      const text = settle(words);
      const { clock } = engine.services;
      const toast = { id: nextId(), text, tone, ...(lang && { lang }), until: clock.now() + durationMs };
      engine.surface.set({ toasts: [...engine.surface.get().toasts, toast] });
      clock.after(durationMs, () => {
        engine.surface.set({ toasts: engine.surface.get().toasts.filter(({ id }) => id !== toast.id) });
      });
    },
    inline(text, tone, origin, lang) {
      const isOpen = engine.surface.get().overlays.some((overlay) => overlay.key === origin.overlay);
      const overlay = isOpen ? origin.overlay : undefined;
      const notice = { id: nextId(), text: settle(text), tone, ...(lang && { lang }) };
      inlines = [...inlines, { list: listKey(origin), run: origin.run, overlay, notice }];
      showInlines();
    },
    begin(origin) {
      const open = new Set(engine.surface.get().overlays.map((overlay) => overlay.key));
      keep(({ list, overlay }) => list !== listKey(origin) && (overlay === undefined || open.has(overlay)));
    },
    endRun: (ended) => keep(({ run }) => run !== ended),
    busy(text) {
      const request = { text: text && settle(text), isSlow: false };
      waiting.push(request);
      showBusy();
      const cancel = engine.services.clock.after(SLOW_MS, () => {
        request.isSlow = true;
        showBusy();
      });
      return () => {
        const at = waiting.indexOf(request);
        if (at === -1) return;
        cancel();
        waiting.splice(at, 1);
        showBusy();
      };
    },
  };
}

/** Repeated nodes have one key per item. */
function listKey(origin: { readonly list: string; readonly node?: { readonly instance: string } }): string {
  return `${origin.list} ${origin.node?.instance ?? ''}`;
}
