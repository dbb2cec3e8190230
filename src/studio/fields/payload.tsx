import { useState } from 'react';
import type { Call } from '#src/devtools/inspector/requests.ts';
import { SentFields } from '../calls/sent-fields.tsx';
import type { Scene, StageApi } from '../stage/scene.ts';
import { stageAddress } from '../stage-address.ts';

export interface PayloadProps {
  readonly scene: Scene;
  /** Id of the form. */
  readonly form: string;
  /** Code of the field to highlight. */
  readonly code: string;
  /** Called with the path of the request. */
  onSent(path: string): void;
}

/** The request, or the validation errors that prevented it. */
type Outcome = { readonly call: Call } | { readonly problems: readonly string[] };

const LOOK_EVERY_MS = 50;
const LONGEST_MS = 6_000;

/**
 * Shows the request that the form sends with every field filled in. The real page fills in and submits the form over
 * fixtures, in an invisible frame.
 */
export function Payload({ scene, form, code, onSent }: PayloadProps) {
  const [{ of, turn, outcome }, setShown] = useState<{
    readonly of: Scene;
    readonly turn: number;
    readonly outcome?: Outcome;
  }>({ of: scene, turn: 0 });
  // The draft has changed: fill in the form again.
  if (of !== scene) setShown({ of: scene, turn: turn + 1 });
  return (
    <section aria-label="What is sent" aria-busy={outcome === undefined}>
      <h3>What is sent</h3>
      {outcome === undefined ? <p className="st-soft">The form is being filled in.</p> : null}
      {outcome && 'problems' in outcome ? (
        <p>It was not sent: {outcome.problems.join(' ') || 'nothing happened.'}</p>
      ) : null}
      {outcome && 'call' in outcome ? <Sent call={outcome.call} code={code} /> : null}
      <iframe
        key={turn}
        className="st-field-frame"
        title="The form, filled in"
        aria-hidden="true"
        tabIndex={-1}
        src={stageAddress()}
        width={390}
        height={760}
        onLoad={({ currentTarget }) => {
          const stage = currentTarget.contentWindow?.capizStage;
          if (stage === undefined) return;
          const had = document.activeElement;
          void send(stage, scene, form).then((next) => {
            if (document.activeElement === currentTarget && had instanceof HTMLElement) had.focus();
            setShown((now) => (now.turn === turn ? { ...now, outcome: next } : now));
            if ('call' in next) onSent(next.call.path);
          });
        }}
      />
    </section>
  );
}

async function send(stage: StageApi, scene: Scene, form: string): Promise<Outcome> {
  let first: Call | undefined;
  /** Number of the last call that was made when the screen opened. */
  let last = 0;
  let isSending = false;
  stage.listen({
    point: () => undefined,
    hover: () => undefined,
    drag: () => undefined,
    menu: () => undefined,
    drawn: () => undefined,
    called(calls) {
      // Files are uploaded before the form is sent.
      if (isSending) first ??= calls.find(({ nth, body }) => nth > last && !Array.isArray(body));
      else last = calls.at(-1)?.nth ?? last;
    },
    left: () => undefined,
  });
  const end = await stage.show(scene);
  if (end !== 'reached') return { problems: end === 'overtaken' ? [] : [end.failed] };
  isSending = true;
  const problems = stage.sendFilled(form);
  for (let waited = 0; first === undefined && waited < LONGEST_MS; waited += LOOK_EVERY_MS) {
    const found = problems();
    if (found.length > 0) return { problems: found };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return first === undefined ? { problems: [] } : { call: first };
}

function Sent({ call, code }: { readonly call: Call; readonly code: string }) {
  const { method, path, body } = call;
  return (
    <>
      <p className="st-soft">With every field filled in.</p>
      <SentFields body={body ?? ''} marked={code} mark="this field" />
      <details>
        <summary>The request as it is written</summary>
        <code className="st-field-body">{`${method} ${path}\n\n${typeof body === 'string' ? body : ''}`}</code>
      </details>
    </>
  );
}
