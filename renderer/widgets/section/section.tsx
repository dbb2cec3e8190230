import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Heading, HeadingScope } from '../../kit/heading.tsx';
import { Icon } from '../../kit/icon.tsx';
import { type PanelHost, Panels, tabIdOf, usePanelHost } from '../../kit/panels.tsx';
import { Words } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { SectionProps } from '../props.generated.ts';
import '../../kit/row.css';
import './section.css';

export const section = defineWidget<SectionProps>({ type: 'section', Widget: Section });

function Section(given: WidgetProps<SectionProps>) {
  const { props, id, isFilled } = given;
  const host = usePanelHost();
  if (!isFilled && props.empty === undefined) return null;
  if (host !== undefined) return <TabPanel {...given} host={host} />;
  if (props.look === 'accordion') return <Accordion {...given} />;

  const titleId = `${id}-title`;
  const bodyId = `${id}-body`;
  const hasTitle = props.title !== undefined;
  const Landmark = props.look === 'nav' ? 'nav' : 'section';
  return (
    <Landmark
      id={id}
      className={`cz-section cz-section-${props.look}${props.look === 'card' ? ' cz-card' : ''}${isTappable(given) ? ' cz-section-tappable' : ''}`}
      aria-labelledby={hasTitle ? titleId : undefined}
      onClick={tapOfWhole(given)}
    >
      {hasTitle ? (
        <Heading id={titleId} className="cz-section-title">
          <Words of={props.title} lang={props.spoken?.title} />
        </Heading>
      ) : null}
      <HeadingScope by={hasTitle ? 1 : 0}>
        <Body {...given} bodyId={bodyId} />
      </HeadingScope>
      {isTappable(given) && !given.holdsControl ? (
        <button
          type="button"
          className="cz-section-tap"
          aria-labelledby={hasTitle ? titleId : bodyId}
          onClick={given.emit['tap']}
        />
      ) : null}
    </Landmark>
  );
}

/** In tabs: the title is the tab, and the section is hidden while another one is shown. */
function TabPanel({ host, ...given }: WidgetProps<SectionProps> & { host: PanelHost }) {
  const { props, id } = given;
  const element = useRef<HTMLDivElement>(null);
  const { title } = props;
  const lang = props.spoken?.title;
  const { add } = host;
  useLayoutEffect(
    () => (element.current ? add({ id, title, lang, element: element.current }) : undefined),
    [add, id, title, lang],
  );
  return (
    <div ref={element} id={id} role="tabpanel" aria-labelledby={tabIdOf(id)} hidden={host.shown !== id}>
      <Panels host={undefined}>
        <Body {...given} bodyId={`${id}-body`} />
      </Panels>
    </div>
  );
}

// A constant, because a new function would re-render every entry.
const inStep = (node: ReactNode) => (
  <li className="cz-step">
    <div className="cz-stack">{node}</div>
  </li>
);
const inBullet = (node: ReactNode) => <li className="cz-bullet">{node}</li>;

function Body({ props, slot, isFilled, bodyId }: WidgetProps<SectionProps> & { bodyId: string }) {
  if (!isFilled) {
    return (
      <p id={bodyId} className="cz-section-empty">
        <Words of={props.empty} lang={props.spoken?.empty} />
      </p>
    );
  }
  switch (props.look) {
    case 'steps':
      return (
        <ol id={bodyId} className="cz-section-body cz-steps">
          {slot('body', inStep)}
        </ol>
      );
    case 'bullets':
      return (
        <ul id={bodyId} className="cz-section-body cz-bullets">
          {slot('body', inBullet)}
        </ul>
      );
    case 'row':
    case 'columns':
    case 'grid':
    case 'nav':
      return (
        <div id={bodyId} className={`cz-section-body cz-${props.look}`}>
          {slot('body')}
        </div>
      );
    case 'card':
    case 'plain':
    case 'accordion':
      return (
        <div id={bodyId} className="cz-section-body cz-stack">
          {slot('body')}
        </div>
      );
  }
}

function Accordion(given: WidgetProps<SectionProps>) {
  const { props, id, say } = given;
  const [isOpen, setOpen] = useState(props.open === true);
  const titleId = `${id}-title`;
  const bodyId = `${id}-body`;
  return (
    <div id={id} className="cz-section cz-accordion cz-card">
      <Heading className="cz-accordion-heading">
        <button
          id={titleId}
          type="button"
          className="cz-accordion-button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="cz-accordion-title">
            {props.title === undefined ? say('More') : <Words of={props.title} lang={props.spoken?.title} />}
          </span>
          <Icon name="down" size="small" />
        </button>
      </Heading>
      <div id={bodyId} role="region" aria-labelledby={titleId} className="cz-accordion-body" hidden={!isOpen}>
        <HeadingScope>
          <Body {...given} bodyId={`${bodyId}-content`} />
        </HeadingScope>
      </div>
    </div>
  );
}

function isTappable({ emit }: WidgetProps<SectionProps>): boolean {
  return emit['tap'] !== undefined;
}

/**
 * A card with a control takes taps beside the control, too, as a convenience. It has no role and no focus, because
 * controls must not nest, and the control inside does the same.
 */
function tapOfWhole({ emit, holdsControl }: WidgetProps<SectionProps>) {
  const tap = emit['tap'];
  if (tap === undefined || !holdsControl) return undefined;
  return (event: { target: EventTarget }) => {
    if (
      event.target instanceof Element &&
      event.target.closest('a, button, input, label, select, textarea') !== null
    )
      return;
    tap();
  };
}
