// The commands of the net. A world is a fresh home, a fresh sandbox and what is run in it, a line for `sh` after another.

const lines = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is done with each catalogue. */
export const linesFor = (file) =>
  lines(`
    shop-cli products import ${file} --dry-run
    shop-cli products import ${file} --dry-run --json
    shop-cli products import ${file} --dry-run --skip-invalid --generate-sku --report r.json --results r.csv --rejected x.csv
    shop-cli products diff ${file} --skip-invalid --generate-sku
    shop-cli products diff ${file} --skip-invalid --generate-sku --json --store-only
    shop-cli products import ${file} --skip-invalid --generate-sku --save-plan p.plan
    shop-cli imports show p.plan
    shop-cli products import ${file} --yes --concurrency 1 --results r.csv --report r.json
    shop-cli products import ${file} --yes --concurrency 1 --skip-invalid --results r.csv --report r.json --report-junit r.xml --rejected x.csv
    shop-cli products import ${file} --yes --skip-invalid --generate-sku --concurrency 1 --results r.csv --report r.json
    shop-cli products import ${file} --yes --skip-invalid --generate-sku --json
    shop-cli imports show
    shop-cli imports show --json
    shop-cli imports verify
    shop-cli products list --all --json
    shop-cli products diff ${file} --skip-invalid
  `);

const heading = 'sku,name,price,quantity';
const rows = (count, from = 1) =>
  Array.from({ length: count }, (_, index) => `NET-${from + index},Net ${from + index},${index + 1}.50,${index}`);
const table = (...texts) => `${texts.flat().join('\n')}\n`;

/** Catalogues of odd shapes. */
export const catalogues = {
  'plain.csv': table(heading, rows(25)),
  'semicolons.csv': table('artikelnummer;naam;prijs;voorraad', 'A-1;Één;1.234,50;3', 'A-2;"Twee; en meer";0,99;0'),
  'tabs.csv': table('sku\tname\tprice', 'T-1\tOne\t1', 'T-2\tTwo\t2.5'),
  'utf16.csv': Buffer.from(`\uFEFF${table(heading, rows(3))}`, 'utf16le'),
  'latin1.csv': Buffer.from(table(heading, 'L-1,Café crème,2.50,1', 'L-2,Größe,3,2'), 'latin1'),
  'blank-lines.csv': table('', '', heading, rows(2), '', '', 'BAD,x,abc,1'),
  'faults.csv': table(heading, rows(3), ',no key,1,1', 'F-1,,1,1', 'F-2,dear,1e9,1', 'F-3,text,abc,x', 'F-3,again,1,1'),
  'duplicates.csv': table(heading, rows(3), rows(3), 'net-1,other case,1,1'),
  'eans.csv': table('ean,name,price', '4006381333931,Pen,1.20', '4006381333932,Wrong,1', '96385074,Short,2'),
  'existing.csv': table(heading, 'GARDEN-004,Other name,1,1', 'NEW-1,New,1,1'),
  'unknown.csv': table('sku,name,colour,price', 'U-1,Red,red,1', 'U-2,Blue,blue,2'),
  'ragged.csv': table(heading, 'R-1,One,1,1', 'R-2,Two,2', 'R-3,Three,3,3,3,3'),
  'quotes.csv': table(heading, 'Q-1,"Line\nbreak",1,1', 'Q-2,"Say ""hi""",2,2'),
  'open-quote.csv': table(heading, 'O-1,"never closed,1,1', 'O-2,x,1,1'),
  'empty.csv': '',
  'heading.csv': `${heading}\n`,
  'binary.csv': Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919 + 13) % 256)),
  'escapes.csv': table(heading, 'E-1,\u001B[31mred\u001B[0m,1,1', 'E-2,\u202Eright to left,1,1', '=1+1,formula,1,1'),
};

const wrong = lines(`
  shop-cli
  shop-cli products
  shop-cli nope
  shop-cli product list
  shop-cli products lst
  shop-cli import products.csv
  shop-cli products list --nope
  shop-cli products list --limit x
  shop-cli products get
  shop-cli products get 99999
  shop-cli products import
  shop-cli products import nope.csv
  shop-cli products import .
  shop-cli imports show 99
  shop-cli imports apply nope.plan
  shop-cli baskets get nope
  shop-cli customers get 9999
  shop-cli customers get x
  shop-cli orders get 9999
  shop-cli addresses get 9999 --customer 101
  shop-cli auth switch nope
  shop-cli products list --profile nope
  shop-cli products list --store ftp://x
  shop-cli products list --store http://127.0.0.1:1
  shop-cli products list --fields nope
  shop-cli products list -o nope
  shop-cli products list --timeout x
  shop-cli products import products.csv --map x=y
  shop-cli products import products.csv --concurrency 99
  shop-cli products import products.csv --shard 4/3
  shop-cli products import products.csv --decimal ;
  shop-cli products import products.csv --nope
  SHOP_TOKEN=wrong-token-of-the-right-length-0000 shop-cli products list
  SHOP_TOKEN= shop-cli products list
  SHOP_URL= shop-cli products list
  shop-cli nope --json
  shop-cli products get 99999 --json
  shop-cli products list --store http://127.0.0.1:1 --json
`);

const nouns = [
  'products',
  'imports',
  'baskets',
  'baskets items',
  'customers',
  'addresses',
  'orders',
  'auth',
  'completion',
];
const verbs = lines(`
  products list
  products get
  products create
  products import
  products diff
  products export
  imports list
  imports show
  imports apply
  imports verify
  imports delete
  baskets get
  baskets items add
  customers create
  orders create
  auth login
  doctor
  sandbox
  api
  schema
  template
`);

const formats = ['table', 'json', 'ndjson', 'csv', 'yaml'];
const lists = [
  'products list',
  'products get 201',
  'baskets list',
  'customers get 101',
  'addresses list --customer 101',
];

export const worlds = [
  { name: 'help', lines: [...nouns, ...verbs].map((command) => `shop-cli ${command} --help`) },
  {
    name: 'topics',
    lines: ['', 'options', 'environment', 'agents', 'exit-codes', 'output'].map((topic) => `shop-cli help ${topic}`),
  },
  { name: 'wrong', lines: wrong },
  { name: 'formats', lines: lists.flatMap((list) => formats.map((format) => `shop-cli ${list} -o ${format}`)) },
  {
    name: 'products',
    lines: lines(`
      shop-cli products list --all
      shop-cli products list --search mug
      shop-cli products list --search "zzz"
      shop-cli products list --limit 3 --offset 2
      shop-cli products list --envelope --json --limit 1
      shop-cli products list -q
      shop-cli products list --fields id,name
      shop-cli products list --stock-from 10 --stock-to 50
      shop-cli products list --all | head -2
      shop-cli products get 201 202
      shop-cli products get GARDEN-004 --all-fields
      shop-cli products get 201 --curl
      shop-cli products create --sku NEW-9 --name "New thing" --price 9.95 --quantity 3 --yes
      shop-cli products create --sku NEW-9 --name "New thing" --price 9.95 --dry-run
      shop-cli products create --sku NEW-10 --name Other --price x
      shop-cli products create --name "No key"
      echo '{"sku":"B-1","name":"Body","price":1}' | shop-cli products create --body - --yes --json
      shop-cli products export
      shop-cli products export --raw --output-file all.csv
      shop-cli products export --output-file all.xlsx
      shop-cli products import all.xlsx --dry-run
      shop-cli products diff all.csv
      gzip -k all.csv; shop-cli products import all.csv.gz --dry-run
      cat products.csv | shop-cli products import - --dry-run
    `),
  },
  {
    name: 'support',
    lines: lines(`
      shop-cli baskets list
      shop-cli baskets list -q
      shop-cli baskets get $(shop-cli baskets list -q | head -1)
      shop-cli baskets get $(shop-cli baskets list -q | head -1) --full
      shop-cli baskets create --product 201:2 --json
      shop-cli baskets list --json
      key=$(shop-cli baskets create --product 202:1 -q); shop-cli baskets items list $key; shop-cli baskets items add $key --product 203:2
      shop-cli customers get 101 102
      shop-cli customers get 101 --mask-pii
      shop-cli customers get 101 9999
      shop-cli customers create --email new@example.com --name New --no-input
      shop-cli customers update 101 --email jo@example.com --yes
      shop-cli customers update 101 --email jo@example.com --dry-run
      shop-cli customers delete 103 --dry-run
      shop-cli customers delete 103 --yes
      shop-cli addresses list --customer 101
      shop-cli addresses list --customer 101 --json
      shop-cli orders get 1
      shop-cli orders get 1 --full
      shop-cli orders get 1 --full --json
      shop-cli orders create --basket nope --yes
      shop-cli api GET /products
      shop-cli api products
      shop-cli api POST /customers --dry-run -f email=x@example.com
    `),
  },
  {
    name: 'set-up',
    lines: lines(`
      shop-cli auth status
      shop-cli auth list
      printf %s "$SHOP_TOKEN" | shop-cli auth login test --store "$SHOP_URL" --token-stdin --insecure-storage
      shop-cli auth list
      shop-cli auth list --json
      shop-cli auth switch test
      shop-cli auth status --json
      shop-cli products list --profile test --limit 2
      shop-cli auth logout test --yes
      shop-cli doctor
      shop-cli doctor --json
      shop-cli doctor --probe
      shop-cli template
      shop-cli template --empty
      shop-cli template --json
      shop-cli commands
      shop-cli commands --json
      shop-cli schema
      shop-cli schema products.list
      shop-cli schema import.report
      shop-cli schema nope
      shop-cli completion bash
      shop-cli completion zsh
      shop-cli completion fish
      shop-cli completion powershell
    `),
  },
  {
    name: 'a failing store',
    options: ['--fault', '5xx-before=20%,reset-after=10%,429-after=5%', '--seed', '42'],
    files: { 'plain.csv': table(heading, rows(30)) },
    lines: lines(`
      shop-cli products import plain.csv --yes --concurrency 1 --settle 2s
      shop-cli products list --all --search Net -o csv --fields sku,name
      shop-cli products import plain.csv --yes --settle 2s --concurrency 1
    `),
  },
  {
    name: 'a feed',
    files: { 'day-1.csv': table(heading, rows(10)), 'day-2.csv': table(heading, rows(8, 3), 'NET-99,Late,1,1') },
    lines: lines(`
      shop-cli products import day-1.csv --yes --journal feed.db
      cp day-2.csv day-1.csv; shop-cli products import day-1.csv --yes --journal feed.db
      shop-cli imports list --journal feed.db
      shop-cli imports list --journal feed.db --json
      shop-cli imports show 1 --journal feed.db
      shop-cli products import day-1.csv --yes --journal feed.db --full --verify all --settle 1s
      shop-cli products import day-1.csv --save-plan p.plan --restart --journal feed.db
      shop-cli imports apply p.plan --yes --journal feed.db
      shop-cli imports delete 1 --journal feed.db --yes
    `),
  },
];
