import { useMemo, useState } from 'react';
import type { Arranging } from '../arrange/use-arranging.ts';
import { enterOutline } from '../panes/outline.tsx';
import { listScreens, screenPath } from '../screens/all-screens.ts';
import type { StudioScope } from '../use-studio.ts';
import type { Addable } from './addable.ts';
import { Insert, type InsertShown } from './insert.tsx';
import { listAddable, listBlocks } from './list-addable.ts';
import { checkBlock, mustBeRead, useBlockChecks } from './use-block-checks.ts';
import { usePaletteDrag } from './use-palette-drag.ts';

export interface InsertNodeProps {
  readonly scope: StudioScope;
  readonly arranging: Arranging;
  /** Whether to offer only fields. */
  readonly isField: boolean;
  onClose(): void;
}

/** The palette of the open document. While a line is dragged, only that line is shown, so that the phone is visible. */
export function InsertNode({ scope, arranging, isField, onClose }: InsertNodeProps) {
  const { workspace, view, file, selection } = scope;
  const pointer = selection?.pointer ?? '/body';
  const screens = useMemo(
    () => (isField ? [] : listScreens(view).filter(({ id }) => screenPath(id) !== file)),
    [view, file, isField],
  );
  const [shown, setShown] = useState<InsertShown>({ tab: 'new', text: '', screen: screens[0]?.id ?? '' });
  const { tab, screen } = shown;
  const kinds = useMemo(() => listAddable(view, file, pointer, isField), [view, file, pointer, isField]);
  const blocks = useMemo(() => (tab === 'blocks' ? listBlocks(view, screen) : NONE), [view, tab, screen]);
  const [checks, addCheck] = useBlockChecks(workspace, { file, pointer }, blocks);
  const lines = tab === 'blocks' ? blocks : kinds;
  const [refusal, setRefusal] = useState<string>();
  const dragged = usePaletteDrag(
    scope,
    (key) => lines.find((line) => line.key === key),
    (line, { target, side }) => {
      const why = arranging.dropNew(line.title, line.write(), target, side);
      setRefusal(why);
      if (why !== undefined) return;
      onClose();
      requestAnimationFrame(enterOutline);
    },
  );
  if (dragged !== undefined) return <Held {...dragged} />;
  return (
    <Insert
      title={isField ? 'Add a field' : 'Add'}
      {...{ shown, lines, screens, checks, refusal, onClose }}
      onShow={setShown}
      onChoose={(line) => {
        if (tab === 'blocks' && !checks.has(line.key)) {
          const now = checkBlock(workspace, { file, pointer }, line);
          addCheck(line, now);
          // The person reads what is missing first; the next press inserts the block.
          if (mustBeRead(now)) return;
        }
        onClose();
        arranging.add(line.title, line.write(), { file, pointer });
        // Focus the outline, so that its keys act on the new node.
        requestAnimationFrame(enterOutline);
      }}
    />
  );
}

const NONE: readonly Addable[] = [];

/** The dragged line, beside the pointer. */
function Held({ addable: { icon: Icon, title }, x, y }: { addable: Addable; x: number; y: number }) {
  return (
    <div className="st-held" aria-hidden style={{ left: x, top: y }}>
      <Icon size={16} /> {title}
    </div>
  );
}
