import { linkedProperty } from '#renderer/grammar/compile/links.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { scopeOf } from '../conditions/subjects.ts';
import { addLink, removeLink } from '../model/link-edits.ts';
import { isWithin } from '../model/edits.ts';
import { documentOf, type nodeOf } from '../model/nodes.ts';
import { type OutlineItem, titleOf } from '../model/outline.ts';
import { withOptionalDots, fieldPathOf, sendFieldAs, sendingsOf } from '../model/sent-fields.ts';
import { ActionLists, type ActionListsProps } from './action-lists.tsx';
import { AddLink } from './add-link.tsx';
import { HINTS } from './hints.ts';
import { listsOfNode } from './lists.ts';
import { SentAs } from './sent-as.tsx';
import { StepProblems } from './step-problems.tsx';

export interface NodeActionsProps extends Omit<ActionListsProps, 'lists' | 'place' | 'onUnlink'> {
  readonly item: OutlineItem;
  readonly node: NonNullable<ReturnType<typeof nodeOf>>;
}

/** What a node does on its events, and its links. */
export function NodeActions({ item, node, ...rest }: NodeActionsProps) {
  const { view, problems, onChange } = rest;
  const { kind, type, values } = node;
  const shape = shapes[kind][type];
  const property = shape && linkedProperty(shape);
  const lists = listsOfNode(kind, values, item.pointer);
  const hints = problems.filter(
    ({ code, file, pointer }) =>
      code !== 'button/idle' &&
      HINTS[code] !== undefined &&
      file === item.file &&
      isWithin(pointer, item.pointer) &&
      !pointer.slice(item.pointer.length + 1).includes('/'),
  );
  const document = documentOf(view, item.file);
  const path = fieldPathOf(document, item.pointer);
  const sendings = path === undefined ? [] : sendingsOf(document, path);
  if (lists.length === 0 && hints.length === 0 && sendings.length === 0 && property === undefined)
    return null;
  return (
    <ActionLists
      {...{ ...rest, lists }}
      place={item}
      {...(property !== undefined && {
        onUnlink: (link) =>
          onChange(
            `Remove a link of ${titleOf(item)}`,
            (source) => removeLink(source, item.pointer, property, link),
            item,
          ),
      })}
      after={(around) => (
        <>
          {property === undefined || around.grammar < (shape?.properties['links']?.since ?? 1) ? null : (
            <AddLink
              around={around}
              onAdd={(words, action) =>
                onChange(
                  `New link in ${titleOf(item)}`,
                  (source) => addLink(source, item.pointer, property, words, action),
                  item,
                )
              }
            />
          )}
          {path === undefined || sendings.length === 0 ? null : (
            <SentAs
              {...{ type, sendings, around }}
              place={item}
              onSend={(sending, name) =>
                onChange(
                  `What ${titleOf(item)} is sent as`,
                  (source) => {
                    const read = withOptionalDots(path, scopeOf(view.files, source.path, sending.pointer));
                    return { ...sendFieldAs(source, sending, read, name), pointer: item.pointer };
                  },
                  item,
                )
              }
            />
          )}
          <StepProblems problems={hints} />
        </>
      )}
    />
  );
}
