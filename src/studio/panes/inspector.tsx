import { Suspense, useEffect, useMemo, useRef } from 'react';
import type { ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { ActionLists } from '../actions/action-lists.tsx';
import { listsOfDocument } from '../actions/lists.ts';
import { NodeActions } from '../actions/node-actions.tsx';
import { Comments } from '../comments/comments.tsx';
import { NodeHistory, type NodeHistoryProps } from '../history/history.tsx';
import { FieldPanel } from '../later.ts';
import { sayEditors } from '../model/access.ts';
import { setAt, setMember } from '../model/edits.ts';
import { canBeEdited, conditionsAround, documentOf, nodeOf, placeOf, screenTitleOf } from '../model/nodes.ts';
import { relatedParts } from '../model/here-only.ts';
import { nameOf } from '../model/uses.ts';
import { wordsOf } from '../properties/describe.ts';
import { notesOf, titlesIn } from '../model/named-values.ts';
import { type OutlineItem, type Selection, titleOf } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import type { MemberScope } from '../members/scope.ts';
import { DocumentForm } from '../properties/document-form.tsx';
import { PartScope } from '../properties/part-scope.tsx';
import { Properties } from '../properties/properties.tsx';
import { WordsScope } from '../properties/words-scope.tsx';
import { writeProperty } from '../properties/write.ts';
import { writeTime } from '../review/times.ts';
import { stepsOf } from '../steps/steps.ts';
import { FindState } from '../states/find-state.tsx';
import { StepsEditor } from '../steps/steps-editor.tsx';
import type { CaseNow } from '../stage/scene.ts';
import type { StudioScope } from '../use-studio.ts';
import { HelpButton } from '../tour/help-button.tsx';
import { casesOfNode } from '../words/cases.ts';
import { CasesEditor } from '../words/cases-editor.tsx';
import { Visibility } from '../visibility/visibility.tsx';

/** The properties of the selection: those of a field that a server sends, or those of a node. */
export function Right({ scope }: { readonly scope: StudioScope }) {
  const { view, file, field, around, open, desk, isWide } = scope;
  const onEntered = (): void => desk.change({ isEntered: false });
  return (
    <>
      {around && field && !isWide ? (
        <div className="st-right">
          <Suspense>
            <fieldset className="st-editable" disabled={scope.denied !== undefined || isBroken(scope)}>
              <FieldPanel
                key={field.pointer}
                {...around}
                {...{ view, field, file, onEntered }}
                scene={scope.opened}
                isEntered={open.isEntered}
                onChange={scope.change}
              />
            </fieldset>
          </Suspense>
        </div>
      ) : null}
      <Inspector {...{ scope, onEntered }} />
    </>
  );
}

/** The parts in which the history of a node goes on, in words. */
function relatedOf(
  view: WorkspaceView,
  screen: string,
  file: string,
): Pick<NodeHistoryProps, 'original' | 'copy'> {
  const { original, copy } = relatedParts(view, screen, file);
  return {
    ...(original !== undefined && {
      original: {
        ...{ file: original, document: documentOf(view, original) },
        where: `In the shared part “${wordsOf(nameOf(original))}”`,
      },
    }),
    ...(copy !== undefined && { copy: { file: copy, where: `Only on “${screenTitleOf(view, screen)}”` } }),
  };
}

const NO_CASES: readonly CaseNow[] = [];

/** Properties and conditions of the selected node. */
function Inspector({ scope, onEntered }: { readonly scope: StudioScope; onEntered(): void }) {
  const { view, ask, account, file, item, field, saved, denied } = scope;
  const { draft } = saved;
  const node = item && nodeOf(view, item);
  const titlesFile = shownFile(scope);
  const titles = useMemo(() => titlesIn(view, titlesFile), [view, titlesFile]);
  const place = useRef<HTMLDivElement>(null);
  // Another selection begins at its name, unless the person made it by a control in this pane.
  useEffect(() => {
    const pane = place.current;
    if (pane?.contains(document.activeElement) === false) pane.scrollTop = 0;
  }, [titlesFile, item?.pointer]);
  return (
    // The properties form contains the document's `main` landmark.
    <div ref={place} className="st-right" hidden={scope.isWide || field !== undefined}>
      {denied === 'role' ? (
        <p className="st-bar">You can look and comment. {sayEditors()} can edit.</p>
      ) : isBroken(scope) ? (
        <p className="st-bar" role="status">
          The JSON of this document has an error. Nothing can be changed here until it is fixed.{' '}
          <button type="button" onClick={() => scope.openJson({ file: shownFile(scope), pointer: '' })}>
            Open the JSON
          </button>
        </p>
      ) : null}
      <div className="st-corner">
        <HelpButton of={['properties']} />
      </div>
      <Fields {...{ scope, titles, onEntered }} />
      {item && node ? (
        // The prefix makes the key differ from its sibling's: React does not remove children with duplicate keys.
        <NodeVisibility key={`visibility ${item.file}${item.pointer}`} {...{ scope, item, titles }} />
      ) : null}
      {item && node ? (
        <NodeHistory
          key={`history ${item.file}${item.pointer}`}
          {...{ ask, draft, item }}
          document={documentOf(view, item.file)}
          {...relatedOf(view, scope.screen, item.file)}
          onRestore={({ at, value }) =>
            scope.change(
              `${titleOf(item)} as of ${writeTime(at)}`,
              (source) => setAt(source, item.pointer, value),
              item,
            )
          }
        />
      ) : null}
      <Comments
        {...{ ask, account, item, file }}
        items={scope.items}
        threads={scope.threads}
        begin={scope.autosave.begin}
        onShow={scope.show}
      />
    </div>
  );
}

interface NodeVisibilityProps {
  readonly scope: StudioScope;
  readonly item: OutlineItem;
  readonly titles: ValueTitles;
}

/** Who sees the selected node. */
function NodeVisibility({ scope, item, titles }: NodeVisibilityProps) {
  const { workspace, view, screen, open, denied } = scope;
  const { hidden } = open;
  const around = conditionsAround(view, item);
  const own = textOf(nodeOf(view, item)?.values['visibleWhen']);
  return (
    <Visibility
      files={view.files}
      file={item.file}
      pointer={item.pointer}
      {...{ around, own, titles }}
      notes={notesOf(view, item.file, [...around, ...(own === undefined ? [] : [own])])}
      seenIn={scope.seenIn(scope.selected)}
      states={scope.states.length}
      mayEdit={denied === undefined && !isBroken(scope)}
      hidden={hidden && { ...hidden, condition: conditionAt(view, placeOf(view, screen, hidden.node)) }}
      find={
        <FindState
          states={scope.states}
          sceneOf={scope.drawState}
          selected={scope.selected}
          drawnIn={scope.drawnIn}
          onDrawn={scope.onDrawn}
          onOpen={(state) => scope.go({ state })}
        />
      }
      isSound={(condition) => {
        const text = view.texts.get(item.file) ?? '';
        const edit = setMember({ path: item.file, text }, item.pointer, 'visibleWhen', condition);
        return workspace.wouldBeSound({ [item.file]: edit.text });
      }}
      onWrite={(condition) =>
        scope.change(
          `When ${titleOf(item)} is shown`,
          (source) => setMember(source, item.pointer, 'visibleWhen', condition),
          item,
        )
      }
      onLook={() => scope.go({ view: 'states' })}
    />
  );
}

interface FieldsProps {
  readonly scope: StudioScope;
  readonly titles: ValueTitles;
  onEntered(): void;
}

/** What can be edited of the selection; read-only for a person who may not edit. */
function Fields({ scope, titles, onEntered }: FieldsProps) {
  const { workspace, view, screen, base, file, item, open, openJson, denied } = scope;
  const onChange = scope.change;
  const node = item && nodeOf(view, item);
  const memberScope: MemberScope = useMemo(
    () => ({
      ...{ workspace, view, onChange },
      place: item ?? { file, pointer: '' },
      onOpenJson: (pointer) => openJson({ file: item?.file ?? file, pointer }),
    }),
    [workspace, view, onChange, item, file, openJson],
  );
  const whole = documentOf(view, file);
  const steps = item && stepsOf(documentOf(view, item.file), item.pointer);
  return (
    <fieldset className="st-editable" disabled={denied !== undefined || isBroken(scope)}>
      {item && node ? (
        <PartScope
          key={`scope ${item.file}${item.pointer}`}
          {...{ workspace, view, item, screen }}
          live={base.files}
          onMade={scope.enter}
        />
      ) : null}
      {item && node ? (
        <WordsScope
          key={`words ${item.file}${item.pointer}`}
          {...{ workspace, view, item, screen }}
          language={scope.spoken}
          live={base.files}
        />
      ) : null}
      {item && node ? (
        <Properties
          kind={node.kind}
          type={node.type}
          scope={memberScope}
          key={`${item.file}${item.pointer}`}
          values={node.values}
          lead={casesOfNode(node.kind, node.type, node.values).map((text) => (
            <CasesEditor
              key={text.pointer}
              {...{ workspace, view, item, text, titles, onChange }}
              now={open.cases[text.pointer] ?? NO_CASES}
              onOpenJson={() => openJson({ file: item.file, pointer: `${item.pointer}${text.pointer}` })}
            />
          ))}
          isEntered={open.isEntered}
          onEntered={onEntered}
          onWrite={(property, value) => writeProperty(onChange, item, property, value)}
          onOpenJson={(name) => openJson({ file: item.file, pointer: `${item.pointer}/${name}` })}
        />
      ) : (
        <main>
          {file === APP_FILE ? null : (
            <p className="st-soft st-pad">Select something in the preview or in the outline.</p>
          )}
          <DocumentForm
            key={file}
            {...{ view, file, onEntered, onChange }}
            isEntered={open.isEntered}
            scope={memberScope}
            onOpenJson={openJson}
          />
          <ActionLists
            key={`actions ${file}`}
            {...{ workspace, view, onChange }}
            problems={scope.problems}
            place={{ file, pointer: '' }}
            lists={isJson(whole) ? listsOfDocument(file, whole) : []}
            onOpenJson={openJson}
          />
        </main>
      )}
      {item && node ? (
        <NodeActions
          key={`actions ${item.file}${item.pointer}`}
          {...{ workspace, view, item, node, onChange }}
          problems={scope.problems}
          onOpenJson={openJson}
        />
      ) : null}
      {item && steps ? (
        <StepsEditor key={`steps ${item.file}${steps.list}`} {...{ view, item, steps, onChange }} />
      ) : null}
    </fieldset>
  );
}

/** The document whose properties are shown. */
function shownFile({ item, file }: StudioScope): string {
  return item?.file ?? file;
}

/** Whether the shown document does not parse: its properties are those of its text before, and cannot be written. */
function isBroken(scope: StudioScope): boolean {
  const file = shownFile(scope);
  return scope.view.texts.has(file) && !canBeEdited(scope.view, file);
}

/** The condition of a node. */
function conditionAt(view: WorkspaceView, place: Selection | undefined): string | undefined {
  return place && textOf(nodeOf(view, place)?.values['visibleWhen']);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
