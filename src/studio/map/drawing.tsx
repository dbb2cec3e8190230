import { MarkerType, ReactFlow, type ReactFlowInstance, type Viewport, ViewportPortal } from '@xyflow/react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ScreenGraph } from '#renderer/grammar/screen-graph.ts';
import { linksOf, type MapLink, type MapScreen } from './screens-map.ts';
import { BOX, placeScreens, type Places, type Point } from './place-screens.ts';
import { LinkLabels } from './link-labels.tsx';
import { LinkLine, type LinkEdge } from './link-line.tsx';
import { ScreenBox, type ScreenNode } from './screen-box.tsx';
import { ZoomButtons } from './zoom-buttons.tsx';
import '@xyflow/react/dist/base.css';
import './drawing.css';

export interface DrawingProps {
  readonly graph: ScreenGraph;
  readonly screens: readonly MapScreen[];
  /** Screens with a link to a missing screen. */
  readonly broken: ReadonlySet<string>;
  /** Id of the screen whose links are highlighted. */
  readonly chosen: string;
  onChoose(screen: string): void;
  onOpen(screen: string): void;
}

type Flow = ReactFlowInstance<ScreenNode, LinkEdge>;

const NODES = { screen: ScreenBox };
const LINES = { link: LinkLine };
const ZOOM = { min: 0.1, max: 2 } as const;
/** Distance that one press of an arrow key moves the drawing, in CSS pixels. */
const STEP = 80;
const FIT = { padding: 0.05 };

/** The screens as boxes, and their links as arrows. Only its buttons are for screen readers: the list has the same content. */
export function Drawing({ graph, screens, broken, chosen, onChoose, onOpen }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null);
  const hovered = useRef<string>(undefined);
  const [flow, setFlow] = useState<Flow>();
  const links = useMemo(() => linksOf(graph), [graph]);
  const places = useMemo(
    () =>
      placeScreens(
        graph.screens.map(({ id }) => id),
        links,
      ),
    [graph, links],
  );
  const nodes = useNodes(screens, places, broken, chosen);
  const edges = useEdges(links, places, chosen);

  const corner = places.screens.get(chosen);
  // A screen that was chosen in the list can be out of view.
  useEffect(() => {
    const { current } = place;
    if (flow === undefined || current === null || corner === undefined || hovered.current === chosen) return;
    if (!isInside(current, corner, flow.getViewport())) centre(flow, corner, flow.getZoom());
  }, [flow, corner, chosen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (flow === undefined || !moveByKey(flow, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={place}
      className="st-map-drawing"
      role="group"
      aria-label="Drawing"
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Plus Minus 0"
      // Focusable, so that it can be moved by keyboard.
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className="st-map-flow" aria-hidden="true">
        <ReactFlow<ScreenNode, LinkEdge>
          {...{ nodes, edges }}
          nodeTypes={NODES}
          edgeTypes={LINES}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          panOnScroll
          zoomOnDoubleClick={false}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          proOptions={{ hideAttribution: true }}
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          onInit={(ready) => {
            setFlow(ready);
            if (corner !== undefined) centre(ready, corner, 1);
          }}
          onNodeMouseEnter={(_event, { id }) => {
            hovered.current = id;
            onChoose(id);
          }}
          onNodeMouseLeave={() => {
            hovered.current = undefined;
          }}
          onNodeClick={(_event, { id }) => onOpen(id)}
        >
          <ViewportPortal>
            <LinkLabels {...{ links, places, chosen }} />
            {places.unlinked === undefined ? null : (
              <p
                className="st-map-unlinked"
                style={{ transform: `translate(${places.unlinked.x}px, ${places.unlinked.y}px)` }}
              >
                No links from or to other screens
              </p>
            )}
          </ViewportPortal>
        </ReactFlow>
      </div>
      <ZoomButtons
        onIn={() => void flow?.zoomIn()}
        onOut={() => void flow?.zoomOut()}
        onFit={() => void flow?.fitView(FIT)}
        onShow={() => {
          if (flow !== undefined && corner !== undefined) centre(flow, corner, 1);
        }}
      />
    </div>
  );
}

function centre(flow: Flow, { x, y }: Point, zoom: number): void {
  void flow.setCenter(x + BOX.width / 2, y + BOX.height / 2, { zoom });
}

/** Whether a box is completely in view. @param corner - Its top left corner, at a zoom of 100 %. */
function isInside(place: HTMLElement, corner: Point, { x, y, zoom }: Viewport): boolean {
  const [left, top] = [corner.x * zoom + x, corner.y * zoom + y];
  const [right, bottom] = [left + BOX.width * zoom, top + BOX.height * zoom];
  return left >= 0 && top >= 0 && right <= place.clientWidth && bottom <= place.clientHeight;
}

/** Moves or zooms the drawing. @returns whether the key does one of these. */
function moveByKey(flow: Flow, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  const { x, y, zoom } = flow.getViewport();
  const move = (right: number, down: number): void =>
    void flow.setViewport({ x: x - right * STEP, y: y - down * STEP, zoom });
  if (key === 'ArrowLeft') move(-1, 0);
  else if (key === 'ArrowRight') move(1, 0);
  else if (key === 'ArrowUp') move(0, -1);
  else if (key === 'ArrowDown') move(0, 1);
  else if (key === '+' || key === '=') void flow.zoomIn();
  else if (key === '-') void flow.zoomOut();
  else if (key === '0') void flow.fitView(FIT);
  else return false;
  return true;
}

function useNodes(
  screens: readonly MapScreen[],
  places: Places,
  broken: ReadonlySet<string>,
  chosen: string,
): ScreenNode[] {
  const plain = useMemo(
    () =>
      screens.map(
        (screen): ScreenNode => ({
          id: screen.id,
          type: 'screen',
          position: places.screens.get(screen.id) ?? { x: 0, y: 0 },
          ...BOX,
          data: { screen, isBroken: broken.has(screen.id), emphasis: undefined },
        }),
      ),
    [screens, places, broken],
  );
  // React Flow renders a node again only if its object is a new one.
  return useMemo(() => {
    const screen = screens.find(({ id }) => id === chosen);
    const linked = new Set([
      ...(screen?.out ?? []).map(({ to }) => to),
      ...(screen?.in ?? []).map(({ from }) => from),
    ]);
    return plain.map((node) => {
      const emphasis = node.id === chosen ? 'chosen' : linked.has(node.id) ? 'linked' : undefined;
      return emphasis === undefined ? node : { ...node, data: { ...node.data, emphasis } };
    });
  }, [plain, screens, chosen]);
}

function useEdges(links: readonly MapLink[], { routes }: Places, chosen: string): LinkEdge[] {
  const plain = useMemo(
    () =>
      links.map(
        (link): LinkEdge => ({
          id: link.key,
          type: 'link',
          source: link.from,
          target: link.to,
          className: link.replaces ? 'st-replaces' : '',
          markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--st-line)' },
          data: { points: routes.get(link.key) ?? [] },
        }),
      ),
    [links, routes],
  );
  return useMemo(
    () =>
      plain.map((edge) =>
        edge.source === chosen || edge.target === chosen
          ? {
              ...edge,
              className: `${edge.className ?? ''} st-chosen`,
              markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--st-chosen-line)' },
              zIndex: 1,
            }
          : edge,
      ),
    [plain, chosen],
  );
}
