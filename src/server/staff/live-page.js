// Leaves when the session has ended, wherever that was done: nothing of staff's stays on the screen.
const { events, after } = document.currentScript.dataset;
let source;
let later;

function rest() {
  clearTimeout(later);
  source?.close();
}

function listen() {
  rest();
  source = new EventSource(events);
  source.addEventListener('ended', () => {
    rest();
    location.replace(after);
  });
  source.addEventListener('error', () => {
    // A broken connection is made again by the browser; an answer of somebody between us is not.
    if (source.readyState === EventSource.CLOSED) later = setTimeout(listen, 2000);
  });
}

// A page out of sight holds no connection, of which a browser has few for one server; it asks when it is seen again.
document.addEventListener('visibilitychange', () => (document.hidden ? rest() : listen()));
// What a form brings is another page: signing out says so itself.
addEventListener('submit', rest);
addEventListener('pageshow', ({ persisted }) => persisted && listen());
if (!document.hidden) listen();
