import type { ReactNode } from 'react';
import { APP_FILE } from '#src/shared/project-paths.ts';
import type { Ask, Bundle, Draft } from '../api.ts';
import { NodeHistory } from '../history/history.tsx';
import { setAt, setMember } from '../model/edits.ts';
import { conditionsAround, documentOf, nodeOf } from '../model/nodes.ts';
import { type OutlineItem, type Selection, titleOf } from '../model/outline.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import { DocumentForm } from '../properties/document-form.tsx';
import { PartScope } from '../properties/part-scope.tsx';
import { Properties } from '../properties/properties.tsx';
import { WordsScope } from '../properties/words-scope.tsx';
import { type Change, writeProperty } from '../properties/write.ts';
import { writeTime } from '../review/times.ts';
import type { HiddenWhy } from '../stage/scene.ts';
import { stepsOf } from '../steps/steps.ts';
import { StepsEditor } from '../steps/steps-editor.tsx';
import { Visibility } from '../visibility/visibility.tsx';

export interface InspectorProps {
  /** What colleagues say of it. */
  readonly children: ReactNode;
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  /** The screen that is looked at, and what was live when the draft was begun. */
  readonly screen: string;
  readonly base: Pick<Bundle, 'files'>;
  /** The language that it is drawn in. */
  readonly spoken: string;
  /** The document that is open. */
  readonly file: string;
  readonly item: OutlineItem | undefined;
  /** In which states it was seen, of those that were drawn. */
  readonly seenIn: ReadonlyMap<string, boolean>;
  /** Why nothing of it is to be seen now, and where what decides that is written. */
  readonly hidden: (HiddenWhy & { readonly place: Selection | undefined }) | undefined;
  readonly states: number;
  readonly isHidden: boolean;
  /** Whether the keyboard goes into the properties, which say when it is there. */
  readonly isEntered: boolean;
  onEntered(): void;
  readonly ask: Ask;
  readonly draft: Draft | undefined;
  readonly onChange: Change;
  onOpenJson(place: Selection): void;
  /** What is selected stands elsewhere now. */
  onMoved(place: Selection): void;
  /** Wants all states drawn. */
  onLook(): void;
}

/** What is said of the selected node: its properties, and who sees it. */
export function Inspector(props: InspectorProps) {
  const { ask, draft } = props;
  const { workspace, view, file, item, seenIn, hidden, states, isHidden, onChange, onOpenJson, onLook } =
    props;
  const node = item && nodeOf(view, item);
  const steps = item && stepsOf(documentOf(view, item.file), item.pointer);
  return (
    // The form of properties brings the document's main part with it.
    <div className="st-right" hidden={isHidden}>
      {item && node ? (
        <PartScope
          key={`scope ${item.file}${item.pointer}`}
          {...{ workspace, view, item }}
          screen={props.screen}
          live={props.base.files}
          onMade={props.onMoved}
        />
      ) : null}
      {item && node ? (
        <WordsScope
          key={`words ${item.file}${item.pointer}`}
          {...{ workspace, view, item }}
          screen={props.screen}
          language={props.spoken}
          live={props.base.files}
        />
      ) : null}
      {item && node ? (
        <Properties
          kind={node.kind}
          type={node.type}
          files={view.files}
          key={`${item.file}${item.pointer}`}
          values={node.values}
          isEntered={props.isEntered}
          onEntered={props.onEntered}
          onWrite={(property, value) => writeProperty(onChange, item, property, value)}
          onOpenJson={(name) => onOpenJson({ file: item.file, pointer: `${item.pointer}/${name}` })}
        />
      ) : (
        <main>
          {file === APP_FILE ? null : (
            <p className="st-soft st-pad">Select something in the preview or in the outline.</p>
          )}
          <DocumentForm key={file} {...{ view, file, onChange, onOpenJson }} />
        </main>
      )}
      {item && steps ? (
        <StepsEditor key={`steps ${item.file}${steps.list}`} {...{ view, item, steps, onChange }} />
      ) : null}
      {item && node ? (
        <Visibility
          // Beside the properties, whose key is the place alone: two children of one key stay when they should go.
          key={`visibility ${item.file}${item.pointer}`}
          files={view.files}
          file={item.file}
          around={conditionsAround(view, item)}
          own={textOf(node.values['visibleWhen'])}
          seenIn={seenIn}
          states={states}
          hidden={hidden && { ...hidden, condition: conditionAt(view, hidden.place) }}
          isSound={(condition) => {
            const text = view.texts.get(item.file) ?? '';
            const edit = setMember({ path: item.file, text }, item.pointer, 'visibleWhen', condition);
            return workspace.wouldBeSound({ [item.file]: edit.text });
          }}
          onWrite={(condition) =>
            onChange(
              `When ${titleOf(item)} is shown`,
              (source) => setMember(source, item.pointer, 'visibleWhen', condition),
              item,
            )
          }
          onLook={onLook}
        />
      ) : null}
      {item && node ? (
        <NodeHistory
          key={`history ${item.file}${item.pointer}`}
          {...{ ask, draft, item }}
          document={documentOf(view, item.file)}
          onRestore={({ at, value }) =>
            onChange(
              `${titleOf(item)} as of ${writeTime(at)}`,
              (source) => setAt(source, item.pointer, value),
              item,
            )
          }
        />
      ) : null}
      {props.children}
    </div>
  );
}

/** What a node is shown under, as it is written. */
function conditionAt(view: WorkspaceView, place: Selection | undefined): string | undefined {
  return place && textOf(nodeOf(view, place)?.values['visibleWhen']);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
