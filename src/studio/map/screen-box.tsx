import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { marksOf, type MapScreen } from './screens-map.ts';

export type ScreenNode = Node<
  {
    readonly screen: MapScreen;
    /** Whether it has a link to a missing screen. */
    readonly isBroken: boolean;
    /** `chosen`: its links are highlighted. `linked`: it has a link with that screen. */
    readonly emphasis: 'chosen' | 'linked' | undefined;
  },
  'screen'
>;

/** A screen of the drawing: its title, with its marks and its id below. */
export const ScreenBox = memo(function ScreenBox({ data }: NodeProps<ScreenNode>) {
  const { screen, isBroken, emphasis } = data;
  const marks = [...(isBroken ? ['broken link'] : []), ...marksOf(screen)];
  const below = [...marks, ...(screen.name === screen.title ? [] : [screen.id])].join(' · ');
  return (
    <div
      className={[
        'st-map-box',
        ...(emphasis === undefined ? [] : [`st-${emphasis}`]),
        ...(screen.role === undefined ? [] : [`st-${screen.role}`]),
        ...(screen.isEnd ? ['st-end'] : []),
        ...(isBroken ? ['st-broken'] : []),
      ].join(' ')}
      title={[`${screen.title} (${screen.id})`, ...marks].join(', ')}
    >
      <Handle type="target" position={Position.Left} />
      <strong>{screen.title}</strong>
      {below === '' ? null : <span>{below}</span>}
      <Handle type="source" position={Position.Right} />
    </div>
  );
});
