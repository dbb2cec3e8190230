import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import 'virtual:capiz/theme.css';
import '#src/borrower/page.css';
import { Screen } from '#renderer/screen.tsx';
import { fetchWidgets, WIDGET_TYPES } from '#renderer/widgets/index.ts';
import { screenOf, widgetFixtures } from '#renderer/widgets/testing.ts';
import { writePseudo } from '#src/shared/pseudo-language.ts';

/* Runs in the browser of `widgets.spec.ts`: renders one example of the reference at a time. */

export interface WidgetsPage {
  /** @param isLong - With the texts of the pseudo-language, which are 40 % longer. */
  show(type: string, file: string, isLong: boolean): Promise<void>;
}

/** Shorter ones are codes, days and amounts. */
const WORDS = /\p{L}{3}/u;

let hide = () => undefined as void;

const page: WidgetsPage = {
  async show(type, file, isLong) {
    hide();
    await fetchWidgets(WIDGET_TYPES);
    const example = widgetFixtures.find((one) => one.type === type && one.file === file);
    if (example === undefined) throw new Error(`There is no ${type}/${file}.`);
    const place = document.createElement('div');
    document.body.append(place);
    const root = createRoot(place);
    hide = () => {
      root.unmount();
      place.remove();
    };
    root.render(createElement(Screen, { live: screenOf(example.fixture) }));
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    if (isLong) lengthen(document.body);
  },
};

function lengthen(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const { currentNode } = walker;
    const text = currentNode.nodeValue ?? '';
    if (WORDS.test(text)) currentNode.nodeValue = writePseudo(text);
  }
}

Object.assign(window, { widgetsPage: page });
