/* Shows the screens of a coverage page from the data in the same document. Fetches nothing. */
const { look, mark: LOOK, screens } = JSON.parse(document.getElementById('data').textContent);

const list = document.getElementById('list');
const picture = document.getElementById('picture');
const misses = document.getElementById('misses');

/** An element with attributes and children; a string is its text. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat());
  return element;
}

const mostMissed = screens.reduce((a, b) => (b.marks.length > a.marks.length ? b : a), screens[0]);
let shown = screens.find(({ screen }) => screen === decodeURIComponent(location.hash.slice(1))) ?? mostMissed;
let state = firstState();

/** The state with the most marks, else the first. */
function firstState() {
  const count = (name) => shown.marks.filter((one) => one.state === name).length;
  const [first, ...rest] = shown?.pictures ?? [];
  return rest.reduce((a, b) => (count(b.state) > count(a.state) ? b : a), first)?.state;
}

function drawList() {
  list.replaceChildren(
    ...screens.map((one) =>
      make(
        'button',
        {
          type: 'button',
          'aria-current': one === shown ? 'true' : undefined,
          class: one.marks.length > 0 ? 'missed' : 'whole',
          onclick: () => {
            shown = one;
            state = firstState();
            history.replaceState(null, '', `#${one.screen}`);
            draw();
          },
        },
        one.screen,
        ' ',
        make('span', { class: 'count' }, one.marks.length > 0 ? String(one.marks.length) : '✓'),
      ),
    ),
  );
}

function drawPicture() {
  const one = shown.pictures.find((each) => each.state === state);
  if (one === undefined) {
    picture.replaceChildren(make('p', {}, 'No state of it was drawn.'));
    return;
  }
  const select = make(
    'select',
    {
      'aria-label': 'State',
      onchange: () => {
        state = select.value;
        drawPicture();
        drawMisses();
      },
    },
    shown.pictures.map((each) => make('option', { value: each.state }, `${each.state}: ${each.title}`)),
  );
  select.value = one.state;
  // The content is our own, no script in it runs, and this page measures its elements.
  const frame = make('iframe', { title: `${shown.screen} › ${one.state}`, sandbox: 'allow-same-origin' });
  const marks = make('div', { class: 'marks' });
  frame.addEventListener('load', () => drawMarks(frame, marks));
  frame.srcdoc = one.html.split(LOOK).join(look);
  picture.replaceChildren(select, make('div', { class: 'stage' }, frame, marks));
}

/** Draws a box around each element with a miss, with the numbers of the list. */
function drawMarks(frame, marks) {
  const drawn = frame.contentDocument;
  frame.style.height = `${Math.max(drawn.documentElement.scrollHeight, 640)}px`;
  const boxes = new Map();
  for (const [index, one] of shown.marks.entries()) {
    if (one.state !== state) continue;
    const key = `${one.edge} ${one.element}`;
    boxes.set(key, [...(boxes.get(key) ?? []), { ...one, number: index + 1 }]);
  }
  marks.replaceChildren(
    ...[...boxes.values()].flatMap((own) => {
      const [{ element, edge }] = own;
      const place = drawn.getElementById(element)?.getBoundingClientRect();
      if (place === undefined) return [];
      const box = make(
        'div',
        { class: `box ${edge}` },
        own.map(({ number, metric, missing }) =>
          make(
            'button',
            {
              type: 'button',
              class: metric,
              id: `mark-${number}`,
              title: missing,
              'aria-label': `${number}: ${missing}`,
              onclick: () => point(`miss-${number}`),
            },
            String(number),
          ),
        ),
      );
      box.style.left = `${place.left}px`;
      box.style.top = `${edge === 'below' ? place.bottom : place.top}px`;
      box.style.width = `${place.width}px`;
      box.style.height = edge === 'below' ? '0' : `${place.height}px`;
      return [box];
    }),
  );
}

function point(id) {
  const target = document.getElementById(id);
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}

function drawMisses() {
  if (shown.marks.length === 0) {
    misses.replaceChildren(make('p', {}, `Everything of ${shown.screen} was seen.`));
    return;
  }
  misses.replaceChildren(
    make(
      'ol',
      {},
      shown.marks.map((one, index) =>
        make(
          'li',
          { class: one.metric, id: `miss-${index + 1}`, tabindex: '-1' },
          make('strong', {}, one.missing),
          one.text === '' ? [] : [' ', make('code', {}, one.text)],
          make('br'),
          make('code', { class: 'place' }, one.place),
          ' ',
          where(one, index + 1),
        ),
      ),
    ),
  );
}

/** A link from the list to its position on a screenshot. */
function where(one, number) {
  if (one.state === undefined) return make('span', { class: 'soft' }, 'on no picture');
  return make(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        if (state !== one.state) {
          state = one.state;
          drawPicture();
        }
        point(`mark-${number}`);
      },
    },
    `show in ${one.state}`,
  );
}

function draw() {
  drawList();
  if (shown === undefined) return;
  drawPicture();
  drawMisses();
}
draw();
