import { Suspense, useState } from 'react';
import type { NodeCommand } from '../arrange/node-commands.ts';
import type { MenuPlace } from '../arrange/menu-place.ts';
import type { Arranging } from '../arrange/use-arranging.ts';
import { ContractNote } from '../contracts/contract-note.tsx';
import { Documents } from '../documents/documents.tsx';
import { useKeyDown } from '../keys/use-key-down.ts';
import { useKeys } from '../keys/use-keys.ts';
import { AddField } from '../later.ts';
import type { OutlineItem } from '../model/outline.ts';
import { ScreenTools } from '../screens/screen-tools.tsx';
import { ScreensList } from '../screens/screens-list.tsx';
import { PicturesContext } from '../pictures/picture.tsx';
import { Search } from '../search/search.tsx';
import { HelpButton } from '../tour/help-button.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { StudioScope } from '../use-studio.ts';
import { Outline } from './outline.tsx';
import { PartNote } from './part-note.tsx';
import './left.css';

export interface LeftProps {
  readonly scope: StudioScope;
  readonly arranging: Arranging;
  /**
   * Performs a command on a node.
   * @param isOnPhone - Whether to edit the node's text on the phone, if it has a text.
   */
  onCommand(item: OutlineItem, command: NodeCommand, isOnPhone: boolean): void;
  /** The menu of the selected node is requested. */
  onMenu(at: MenuPlace): void;
}

const SIDES = [
  { name: 'screens', title: 'Screens' },
  { name: 'documents', title: 'Documents' },
  { name: 'search', title: 'Search' },
] as const;

type Side = (typeof SIDES)[number]['name'];

/** Navigation: screens, documents, and the outline of the open document. */
export function Left(props: LeftProps) {
  const { workspace, view, screen, file, desk, select, show, go, hrefTo, hrefToScreen, denied, pictures } =
    props.scope;
  const [side, setSide] = useState<Side>('screens');
  const keys = useKeys();

  useKeyDown((event) => {
    if (keys.nameOf(event) !== 'search') return;
    event.preventDefault();
    setSide('search');
  });

  return (
    <nav className="st-left" aria-label="Screens and outline">
      <Tabs<Side>
        label="Open"
        tabs={SIDES.map((one) =>
          one.name === 'search' ? { ...one, shortcut: keys.shortcut('search') } : one,
        )}
        open={side}
        onOpen={setSide}
      >
        {side === 'search' ? (
          <Search workspace={workspace} view={view} onShow={show} />
        ) : (
          <>
            {side === 'screens' ? (
              <PicturesContext value={pictures}>
                <ScreensList
                  {...{ view }}
                  current={screen}
                  newHref={denied === undefined ? hrefTo({ view: 'add' }) : undefined}
                  hrefOf={hrefToScreen}
                  onOpen={desk.clear}
                />
              </PicturesContext>
            ) : (
              <Documents
                view={view}
                current={file}
                screen={screen}
                onOpen={(path) => {
                  const place = { file: path, pointer: '' };
                  if (path.startsWith('screens/messages/')) {
                    select(place);
                    go({ view: 'texts' });
                  } else show(place);
                }}
                onOpenScreen={(one, path) => show({ file: path, pointer: '' }, one)}
              />
            )}
            <OpenDocument {...props} />
          </>
        )}
      </Tabs>
    </nav>
  );
}

/** The open document: its outline, notes, and buttons that add to it. */
function OpenDocument({ scope, arranging, onCommand, onMenu }: LeftProps) {
  const { workspace, view, screen, file, selection, around, field, open, desk, select, setOver } = scope;
  const { picked } = open;
  const keys = useKeys();
  return (
    <>
      <div className="st-pad">
        <PartNote {...{ view, screen, file }} onLeave={() => select(undefined)} />
        <ContractNote {...{ workspace, view, selection, file }} />
        {scope.denied === undefined ? (
          <button type="button" aria-keyshortcuts={keys.shortcut('insert')} onClick={() => setOver('insert')}>
            Add…
          </button>
        ) : null}
        <ScreenTools scope={scope} />
        {around === undefined || scope.denied !== undefined ? null : (
          <Suspense>
            <AddField
              {...{ ...around, view, field }}
              isOpen={open.over === 'field'}
              onOpen={() => setOver('field')}
              onClose={() => setOver(undefined)}
              onChange={scope.change}
            />
          </Suspense>
        )}
        <HelpButton of={['outline']} />
      </div>
      <Outline
        {...{ selection }}
        items={scope.items}
        problems={scope.problems}
        others={scope.others}
        said={scope.said}
        landing={open.landing}
        status={arranging.said}
        onSelect={(place) => {
          select(place);
          desk.change({ picked: undefined });
        }}
        onLeave={scope.leave}
        onMenu={onMenu}
        onDrop={arranging.drop}
        // A node that was picked in the preview is edited in the preview.
        onCommand={(one, command) =>
          onCommand(one, command, picked?.file === one.file && picked.pointer === one.pointer)
        }
      />
    </>
  );
}
