import { Suspense, useState } from 'react';
import type { MenuPlace } from './arrange/menu-place.ts';
import { NodeMenu, Tour } from './later.ts';
import type { StudioProps } from './studio-props.ts';
import { type Arranging, useArranging } from './arrange/use-arranging.ts';
import type { NodeCommand } from './arrange/node-commands.ts';
import { ConditionsOfScreen } from './conditions/around.tsx';
import type { OutlineItem } from './model/outline.ts';
import { Below } from './panes/below.tsx';
import { Centre } from './panes/centre.tsx';
import { Guarded } from './panes/guarded.tsx';
import { Right } from './panes/inspector.tsx';
import { Left } from './panes/left.tsx';
import { Top } from './panes/top.tsx';
import type { Address } from './routes/address.ts';
import { NoSuchAddress } from './routes/gone.tsx';
import { useAddress } from './routes/use-address.ts';
import { Whole } from './routes/whole.tsx';
import { Wide } from './routes/wide.tsx';
import { useTour } from './tour/tour-store.ts';
import { useChords } from './use-chords.ts';
import { type StudioScope, useStudio } from './use-studio.ts';
import { enterOutline } from './panes/outline.tsx';
import { Over } from './panes/over.tsx';
import './studio.css';
import './reach.css';

/** The draft at the current address. */
export function Studio(props: StudioProps) {
  const { address } = useAddress();
  return address === undefined ? <NoSuchAddress /> : <StudioAt {...props} address={address} />;
}

function StudioAt({ address, ...props }: StudioProps & { readonly address: Address }) {
  const scope = useStudio(props, address);
  const { workspace, view, file, item, select } = scope;
  const arranging = useArranging({ workspace, file, item, onSelect: select });
  const { step } = useTour();
  const [menu, setMenu] = useState<MenuPlace>();
  useChords(scope, (one, command) => doTo(scope, arranging, one, command, true));
  return (
    <ConditionsOfScreen scope={scope}>
      <div className={scope.isAlone ? 'st-studio st-alone' : 'st-studio'}>
        <Top scope={scope} />
        <Guarded title="The outline" className="st-left" {...{ view }}>
          <Left
            {...{ scope, arranging }}
            onMenu={setMenu}
            onCommand={(one, command, isOnPhone) => doTo(scope, arranging, one, command, isOnPhone)}
          />
        </Guarded>
        <Centre {...{ scope, arranging }} onMenu={setMenu} />
        <Guarded title="The properties" className="st-right" {...{ view }}>
          <Right scope={scope} />
        </Guarded>
        <Wide scope={scope} />
        <Guarded title="The panes below" className="st-below" {...{ view }}>
          <Below scope={scope} />
        </Guarded>
        <Whole scope={scope} />
        <Over {...{ scope, arranging }} />
        {step === undefined || scope.denied !== undefined ? null : (
          <Suspense>
            <Tour {...{ scope, step }} />
          </Suspense>
        )}
        {menu === undefined || !item?.isListed || scope.denied !== undefined ? null : (
          <Suspense>
            <NodeMenu
              {...{ item }}
              at={menu}
              onCommand={arranging.arrange}
              onAdd={() => scope.setOver('insert')}
              onLeave={() => scope.leave(item)}
              onClose={() => {
                setMenu(undefined);
                // A command may have moved the selection to another line.
                requestAnimationFrame(enterOutline);
              }}
            />
          </Suspense>
        )}
      </div>
    </ConditionsOfScreen>
  );
}

function doTo(
  scope: StudioScope,
  arranging: Arranging,
  one: OutlineItem,
  command: NodeCommand,
  isOnPhone: boolean,
): void {
  if (command !== 'enter') arranging.arrange(one, command);
  else if (!isOnPhone || !scope.hands.current?.write()) scope.enter(one);
}
