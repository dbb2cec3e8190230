import { useEffect, useState } from 'react';

/* A screen like rollover and repay, hand-written as in an application: it loads, waits, shows, opens a sheet. */

const money = new Intl.NumberFormat('en-PH', { style: 'currency', currency: 'PHP' });
const day = new Intl.DateTimeFormat('en-PH', { dateStyle: 'medium', timeZone: 'Asia/Manila' });

export function PlanPage({ load, service }) {
  const [state, setState] = useState({ phase: 'loading' });
  const [isOpen, setOpen] = useState(false);
  const [isAll, setAll] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isOver = false;
    const take = (next) => isOver || setState(next);
    load().then(
      (plan) => take({ phase: 'content', plan }),
      (error) => take({ phase: 'error', message: error.message }),
    );
    return () => {
      isOver = true;
    };
  }, [load, tries]);
  const ask = () => {
    setState({ phase: 'loading' });
    setTries(tries + 1);
  };
  return (
    <div className="screen">
      <header>
        <button type="button" aria-label="Back" />
        <h1>Repayment</h1>
      </header>
      <main aria-busy={state.phase === 'loading'}>
        {state.phase === 'loading' && <p>Loading</p>}
        {state.phase === 'error' && (
          <section>
            <h2>We could not load your repayment.</h2>
            <p>{state.message}</p>
            <button type="button" onClick={ask}>
              Try again
            </button>
            <a href={`tel:${service}`}>Customer service</a>
          </section>
        )}
        {state.phase === 'content' && <Plan plan={state.plan} isAll={isAll} onMore={() => setAll(!isAll)} />}
      </main>
      {state.phase === 'content' && (
        <footer>
          <button type="button" disabled={state.plan.channels.length === 0} onClick={() => setOpen(true)}>
            Payment Method
          </button>
        </footer>
      )}
      {isOpen && <Channels channels={state.plan.channels} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Plan({ plan, isAll, onMore }) {
  return (
    <>
      <section className={plan.isOverdue ? 'amount danger' : 'amount'}>
        <p>Repayment amount</p>
        <strong>{money.format(plan.amount)}</strong>
        <p>
          Repayment date {day.format(new Date(plan.date))}
          {plan.isOverdue && ' · overdue'}
        </p>
      </section>
      <section>
        <img src={plan.logo} alt="" />
        <h2>{plan.product}</h2>
        <dl>
          {plan.rows.slice(0, isAll ? undefined : 2).map(({ title, value }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {plan.rows.length > 2 && (
          <button type="button" aria-expanded={isAll} onClick={onMore}>
            {isAll ? 'hide' : 'more'}
          </button>
        )}
      </section>
      {plan.code !== undefined && (
        <section>
          <h2>{plan.channels[0]?.name}</h2>
          <p>Payment code</p>
          <code>{plan.code}</code>
          <button type="button">copy</button>
        </section>
      )}
    </>
  );
}

function Channels({ channels, onClose }) {
  const [chosen, setChosen] = useState(channels[0]?.name);
  return (
    <div role="dialog" aria-modal="true" aria-label="Payment Method">
      <h2>Payment Method</h2>
      <fieldset>
        <legend>Where do you pay?</legend>
        {channels.map(({ name }) => (
          <label key={name}>
            <input type="radio" name="channel" checked={name === chosen} onChange={() => setChosen(name)} />
            {name}
          </label>
        ))}
      </fieldset>
      <button type="button">Payment</button>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
    </div>
  );
}
