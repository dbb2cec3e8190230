import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { messageOf } from '#src/shared/message-of.ts';
import {
  type CompiledExample,
  EXAMPLE_ADDRESS,
  type GalleryWidget,
  type NodeProblem,
  type WidgetExample,
  type WrittenNode,
} from '../answers.ts';
import { Controls, type Changes, readChanges } from './controls.tsx';
import type { FrameApi } from './frame-api.ts';
import { useLook, useLookQuery } from './look.tsx';
import { readJson, useGallery } from './use-contents.ts';
import { FrameView } from './use-frame.tsx';
import { addEvent, Events, Workbench } from './workbench.tsx';

/** The page of a widget: one of its examples, with controls for the members. */
export function WidgetPage({ type }: { readonly type: string }) {
  const { contents } = useGallery();
  const widget = contents.widgets.find((one) => one.type === type);
  const look = useLookQuery();
  const [query, setQuery] = useSearchParams();
  if (widget === undefined)
    return (
      <Workbench
        title={type}
        listLabel="Widgets"
        list={contents.widgets.map((one) => ({
          ...{ address: `/widgets/${one.type}${look}`, title: one.title, isShown: false },
        }))}
        stage={<p>capiz.config.mjs lists no widget “{type}”.</p>}
        side={null}
      />
    );
  const { examples } = widget;
  const asked = examples.findIndex(({ title }) => title === query.get('example'));
  const at = Math.max(0, asked);
  const example = examples[at];
  if (example === undefined) return null;
  const changes = readChanges(query.get('set'));
  const change = (next: Changes): void =>
    setQuery(
      (before) => {
        const now = new URLSearchParams(before);
        if (Object.keys(next).length === 0) now.delete('set');
        else now.set('set', JSON.stringify(next));
        return now;
      },
      { replace: true },
    );
  return (
    <ExampleBench
      key={`${type} ${at}`}
      widget={widget}
      example={example}
      changes={changes}
      onChange={change}
    />
  );
}

interface ExampleBenchProps {
  readonly widget: GalleryWidget;
  readonly example: WidgetExample;
  readonly changes: Changes;
  readonly onChange: (changes: Changes) => void;
}

function ExampleBench({ widget, example, changes, onChange }: ExampleBenchProps) {
  const [events, setEvents] = useState<readonly string[]>([]);
  const lookQuery = useLookQuery();
  const node = applyChanges(example.node, changes);
  const { version } = useGallery();
  const look = useLook();
  const { show, problems } = useExample(node);
  const linkTo = (title: string): string => {
    const query = new URLSearchParams(lookQuery);
    query.set('example', title);
    return `/widgets/${widget.type}?${query}`;
  };
  useEffect(() => {
    document.title = `${widget.title}: ${example.title}`;
  }, [widget.title, example.title]);
  return (
    <Workbench
      title={widget.title}
      description={widget.description}
      listLabel="Examples"
      list={widget.examples.map((one) => ({
        ...{ address: linkTo(one.title), title: one.title, isShown: one.title === example.title },
      }))}
      stage={
        <FrameView
          title={`${widget.title}: ${example.title}`}
          width={look.width}
          version={version}
          onReady={show}
          onHappened={(words) => setEvents(addEvent(words))}
        />
      }
      side={
        <>
          {example.isMade === undefined ? null : (
            <p className="dev-note">
              Write <code>examples</code> in the schema of the widget: a list of nodes, each with its name as{' '}
              <code>x-title</code>.
            </p>
          )}
          <Controls
            members={widget.members}
            node={node}
            isChanged={Object.keys(changes).length > 0}
            onChange={(name, value) => onChange({ ...changes, [name]: value })}
            onReset={() => onChange({})}
          />
          <Problems problems={problems} />
          <Events events={events} onClear={() => setEvents([])} />
          <NodeText node={node} />
        </>
      }
    />
  );
}

/** `null` removes a member. */
function applyChanges(node: WrittenNode, changes: Changes): WrittenNode {
  const all = Object.entries({ ...node, ...changes }).filter(([, value]) => value !== null);
  return { type: node.type, ...Object.fromEntries(all) };
}

/** Compiles a node after each change of it or of the project, and shows it in a frame. */
function useExample(node: WrittenNode): {
  readonly show: (frame: FrameApi) => void;
  readonly problems: readonly NodeProblem[];
} {
  const { version } = useGallery();
  const look = useLook();
  const [compiled, setCompiled] = useState<CompiledExample>();
  const [problems, setProblems] = useState<readonly NodeProblem[]>([]);
  const frame = useRef<FrameApi>(undefined);
  const text = JSON.stringify(node);
  const { theme, textScale, language } = look;
  useEffect(() => {
    let isCurrent = true;
    readJson<CompiledExample>(EXAMPLE_ADDRESS, { method: 'POST', body: text }).then(
      (answer) => {
        if (!isCurrent) return;
        setProblems(answer.problems);
        // The last valid example stays while a control makes the node invalid.
        if (answer.plan !== undefined) setCompiled(answer);
      },
      (error: unknown) => {
        if (isCurrent)
          setProblems([{ code: 'server', severity: 'error', pointer: '', message: messageOf(error) }]);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [text, version]);
  const draw = (): void => {
    if (compiled?.plan === undefined || compiled.app === undefined) return;
    frame.current?.showExample({ plan: compiled.plan, app: compiled.app }, { theme, textScale, language });
  };
  useEffect(draw, [compiled, theme, textScale, language]);
  return {
    show(next) {
      frame.current = next;
      draw();
    },
    problems,
  };
}

function Problems({ problems }: { readonly problems: readonly NodeProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="dev-problems">
      <h2 id="dev-problems">Problems</h2>
      <ul role="alert" className="dev-problems">
        {problems.map(({ code, pointer, message, help, severity }) => (
          <li
            key={`${code}${pointer}`}
            className={severity === 'error' ? 'cz-tone-danger' : 'cz-tone-warning'}
          >
            <strong>{message}</strong>
            {help === undefined ? null : ` (${help})`}
            <small>
              {pointer === '' ? '' : <code>{pointer}</code>} {code}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NodeText({ node }: { readonly node: WrittenNode }) {
  const text = JSON.stringify(node, null, 2);
  const [copied, setCopied] = useState('');
  return (
    <section aria-labelledby="dev-node">
      <h2 id="dev-node">In a definition</h2>
      <pre tabIndex={0} aria-labelledby="dev-node">
        {text}
      </pre>
      <button
        type="button"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
      >
        {copied === text ? 'Copied' : 'Copy'}
      </button>
    </section>
  );
}
