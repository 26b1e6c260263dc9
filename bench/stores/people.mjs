// A store with so many customers that answers at once: each with a basket, each third basket ordered.
import { createServer } from 'node:http';
import { listen } from './listening.mjs';

const count = Number(process.argv[2] ?? 1000);
const firstId = 100;
const firstNames = ['Sanne', 'Thijs', 'Eva', 'Daan', 'Lotte', 'Bram', 'Emily', 'James', 'Olivia', 'Jack'];
const lastNames = [
  'de Vries',
  'Jansen',
  'van den Berg',
  'Bakker',
  'Visser',
  'Smit',
  'Meijer',
  'Taylor',
  'Brown',
  'Évans',
];
const streets = ['Kerkstraat', 'Dorpsplein', 'Stationsweg', 'Schoolstraat', 'Molenlaan', 'High Street', 'Park Road'];
const of = (texts, number) => texts[number % texts.length];

const dateOf = (at) => new Date(Date.UTC(2025, 0, 1) + at * 60_000).toISOString().slice(0, 19).replace('T', ' ');

function personOf(id) {
  const [firstName, lastName] = [
    of(firstNames, id),
    `${of(lastNames, Math.floor(id / 10))}${id % 3 ? '' : `-${id % 977}`}`,
  ];
  return {
    firstName,
    lastName,
    emailAddress: `person.${id}@example.com`,
    phoneNumber: `06${String(10_000_000 + id * 7)}`,
  };
}

const customerOf = (id) => ({ customerId: String(id), dateCreated: dateOf(id), ...personOf(id) });

const orderOf = (id) => ({
  orderId: String(id),
  customerId: String(id),
  dateCreated: dateOf(id),
  total: '48.40',
  deliveryAddress: {
    ...personOf(id),
    streetAddress: of(streets, Math.floor(id / 7)),
    houseNumber: String((id % 120) + 1),
    zipcode: `${1000 + (id % 8999)} ${'ABCDEGHJ'[id % 8]}${'KLMNPRST'[Math.floor(id / 8) % 8]}`,
    city: 'Utrecht',
  },
});

const basketOf = (at) => ({
  id: String(at),
  basketKey: `{00000000-0000-4000-8000-${String(at).padStart(12, '0')}}`,
  customerId: String(firstId + at),
  orderId: at % 3 ? null : String(firstId + at),
  dateCreated: dateOf(at),
  value: '40.00',
});

const records = { customers: customerOf, orders: orderOf };

listen(
  createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://store');
    const [noun, id] = pathname.replace('/api/v2/', '').split('/');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(noun === 'baskets' ? pageOf(searchParams) : records[noun](Number(id))));
  }),
);

function pageOf(query) {
  const offset = Number(query.get('offset') ?? 0);
  const length = Math.max(0, Math.min(Number(query.get('limit') ?? 20), count - offset));
  return { numRows: count, data: Array.from({ length }, (_, at) => basketOf(offset + at)) };
}
