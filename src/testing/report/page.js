/* Shows the data of the report, which is in the same document. Nothing is fetched, and no text becomes markup. */
const report = JSON.parse(document.getElementById('report').textContent);

const WORDS = {
  all: 'All',
  failed: 'Failed',
  mismatched: 'Changed',
  missing: 'New',
  obsolete: 'Gone',
  written: 'Written',
  passed: 'Passed',
};
const WRONG = ['failed', 'mismatched', 'missing', 'obsolete'];

/** An element with attributes and children; a string is its text. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== undefined));
  return element;
}

const counts = { all: report.entries.length };
for (const { verdict } of report.entries) counts[verdict] = (counts[verdict] ?? 0) + 1;
const wrong = WRONG.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0);

let filter = wrong === 0 ? 'all' : 'wrong';
let query = '';
let shown = report.entries[0];
/** Whether the passing states are unfolded below the states to look at. */
let isUnfolded = false;

const list = document.getElementById('list');
const detail = document.getElementById('detail');
const filters = document.getElementById('filters');
const search = document.getElementById('search');

function matches({ screen, state, verdict }) {
  const isOf = filter === 'all' || verdict === filter || (filter === 'wrong' && WRONG.includes(verdict));
  return isOf && `${screen}/${state}`.includes(query);
}

function drawFilters() {
  const names = ['all', ...(wrong > 0 ? ['wrong'] : []), ...Object.keys(WORDS).filter((name) => name !== 'all')];
  filters.replaceChildren(
    ...names
      .filter((name) => name === 'wrong' || (counts[name] ?? 0) > 0)
      .map((name) =>
        make(
          'button',
          {
            type: 'button',
            class: `chip ${name}`,
            'aria-pressed': String(filter === name),
            onclick: () => {
              filter = name;
              draw();
            },
          },
          name === 'wrong' ? 'To look at' : WORDS[name],
          ' ',
          make('span', { class: 'count' }, String(name === 'wrong' ? wrong : counts[name])),
        ),
      ),
  );
}

function drawList() {
  const entries = report.entries.filter(matches);
  const folded = filter === 'wrong' ? report.entries.filter(isPassing) : [];
  if (!entries.includes(shown) && !folded.includes(shown)) shown = entries[0];
  list.replaceChildren(...drawScreens(entries));
  if (entries.length === 0) list.append(make('p', { class: 'soft' }, 'Nothing matches.'));
  if (folded.length > 0) list.append(drawFolded(folded));
}

function isPassing({ screen, state, verdict }) {
  return verdict === 'passed' && `${screen}/${state}`.includes(query);
}

function drawFolded(entries) {
  const count = make('span', { class: 'count' }, String(entries.length));
  const content = make('div', {}, isUnfolded ? drawScreens(entries) : []);
  return make(
    'details',
    {
      class: 'folded',
      open: isUnfolded,
      ontoggle: ({ target }) => {
        if (target.open === isUnfolded) return;
        isUnfolded = target.open;
        content.replaceChildren(...(isUnfolded ? drawScreens(entries) : []));
      },
    },
    make('summary', {}, 'Passed ', count),
    content,
  );
}

function drawScreens(entries) {
  const groups = new Map();
  for (const entry of entries) groups.set(entry.screen, [...(groups.get(entry.screen) ?? []), entry]);
  return [...groups].map(([screen, own]) =>
    make(
      'section',
      {},
      make('h2', {}, screen, ' ', make('span', { class: 'count' }, String(own.length))),
      make('ul', {}, own.map(drawRow)),
    ),
  );
}

function drawRow(entry) {
  return make(
    'li',
    {},
    make(
      'button',
      {
        type: 'button',
        class: `row ${entry.verdict}`,
        'aria-current': entry === shown ? 'true' : undefined,
        onclick: () => show(entry),
      },
      make('span', { class: 'mark', 'aria-hidden': 'true' }),
      make('span', { class: 'name' }, entry.state),
      make('span', { class: 'soft' }, entry.language),
      make('span', { class: 'hidden' }, WORDS[entry.verdict]),
    ),
  );
}

function show(entry) {
  shown = entry;
  drawList();
  drawDetail();
  list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  history.replaceState(null, '', `#${entry.screen}/${entry.state}/${entry.language}`);
}

function drawDetail() {
  if (shown === undefined) {
    detail.replaceChildren(make('p', { class: 'soft' }, 'Nothing to show.'));
    return;
  }
  const { screen, state, language, verdict, title, failure, places, accept, rows, lines, pictures } = shown;
  detail.replaceChildren(
    make(
      'header',
      {},
      make('p', { class: `chip ${verdict}` }, WORDS[verdict]),
      make('h1', {}, `${screen} › ${state}`, ' ', make('span', { class: 'soft' }, language)),
      make('p', { class: 'soft' }, title),
    ),
    ...(failure === undefined ? [] : [make('pre', { class: 'failure' }, failure)]),
    ...(accept === undefined ? [] : [drawCommand(accept)]),
    ...(places === undefined
      ? []
      : [make('ul', { class: 'places' }, places.map((place) => make('li', {}, make('code', {}, place))))]),
    ...(rows === undefined ? [] : [drawTree(rows)]),
    ...(lines === undefined ? [] : [make('pre', { class: 'scroll lines' }, lines.join('\n'))]),
    ...(verdict === 'passed' && pictures !== undefined
      ? [make('p', { class: 'soft' }, 'All pictures are equal to the accepted ones. Equal pictures are not in the report.')]
      : []),
    ...(pictures ?? []).map(drawPicture),
  );
  detail.scrollTop = 0;
}

function drawCommand(command) {
  const said = make('span', { role: 'status', class: 'soft' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      said.textContent = 'copied';
    } catch {
      const range = document.createRange();
      range.selectNodeContents(code);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      said.textContent = 'selected: copy it';
    }
  };
  const code = make('code', {}, command);
  return make(
    'div',
    { class: 'command' },
    make('span', { class: 'soft' }, 'To accept it'),
    code,
    make('button', { type: 'button', class: 'quiet', id: 'copy', onclick: copy }, 'Copy'),
    said,
  );
}

/** Rows are pairs: expected, actual. One can be absent; equal ones are shown once. */
function drawTree(rows) {
  const cell = (text, kind) =>
    make('td', { class: kind }, text === undefined ? '' : make('code', {}, text));
  return make(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Tree' },
    make(
      'table',
      { class: 'tree' },
      make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'Expected'), make('th', { scope: 'col' }, 'Actual'))),
      make(
        'tbody',
        {},
        rows.map(([was, is]) => {
          if (was === is) return make('tr', {}, cell(was, 'same'), cell(is, 'same'));
          return make(
            'tr',
            { class: 'differs' },
            cell(was, was === undefined ? 'none' : 'was'),
            cell(is, is === undefined ? 'none' : 'is'),
          );
        }),
      ),
    ),
  );
}

function drawPicture({ name, verdict, words, before, after, difference }) {
  const heading = make('h2', {}, name, ' ', make('span', { class: `chip ${verdict}` }, WORDS[verdict]));
  const note = make('p', { class: 'soft' }, words ?? '');
  if (before === undefined || after === undefined) {
    const only = after ?? before;
    const image = only === undefined ? [] : [make('img', { src: only, alt: name, class: 'only' })];
    return make('section', { class: 'picture' }, heading, note, ...image);
  }
  const stage = make(
    'div',
    { class: 'stage' },
    make('img', { src: before, alt: `${name} as it was` }),
    make('img', { src: after, alt: `${name} as it is`, class: 'after' }),
    ...(difference === undefined ? [] : [make('img', { src: difference, alt: '', class: 'difference' })]),
  );
  const move = (event) => stage.style.setProperty('--at', `${event.target.value}%`);
  return make(
    'section',
    { class: 'picture' },
    heading,
    note,
    make(
      'div',
      { class: 'sides' },
      make('figure', {}, make('img', { src: before, alt: '' }), make('figcaption', {}, 'Expected')),
      make('figure', {}, make('img', { src: after, alt: '' }), make('figcaption', {}, 'Actual')),
      make(
        'figure',
        {},
        stage,
        make(
          'figcaption',
          {},
          make('label', { class: 'slide' }, make('span', {}, 'Expected'), make('input', { type: 'range', min: '0', max: '100', value: '50', 'aria-label': 'How much of the actual one is seen', oninput: move }), make('span', {}, 'Actual')),
          ...(difference === undefined
            ? []
            : [
                make(
                  'label',
                  {},
                  make('input', { type: 'checkbox', onchange: (event) => stage.classList.toggle('marked', event.target.checked) }),
                  ' Mark what differs',
                ),
              ]),
        ),
      ),
    ),
  );
}

function step(by) {
  const entries = report.entries.filter(matches);
  const next = entries[entries.indexOf(shown) + by];
  if (next !== undefined) show(next);
}

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  if (event.key === 'j') step(1);
  else if (event.key === 'k') step(-1);
  else if (event.key === 'c') document.getElementById('copy')?.click();
  else if (event.key === '/') search.focus();
  else return;
  event.preventDefault();
});
search.addEventListener('input', () => {
  query = search.value.trim();
  draw();
});

function draw() {
  drawFilters();
  drawList();
  drawDetail();
}

const asked = decodeURIComponent(location.hash.slice(1));
shown = report.entries.find(({ screen, state, language }) => `${screen}/${state}/${language}` === asked) ?? report.entries.find(matches);
isUnfolded = filter === 'wrong' && shown?.verdict === 'passed';
draw();
