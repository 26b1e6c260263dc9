/** Where to find the keys and IDs of records. */
export const whereToFind = {
  basket: 'To find a key, list the baskets: shop-cli baskets list',
  customer: 'To find a customer, list the baskets: shop-cli baskets list --fields basketKey,customerId',
  order: 'To find an order, list the baskets: shop-cli baskets list --fields basketKey,orderId',
  product: 'To find a product, search by name: shop-cli products list --search "*part of the name*"',
  addressOf: (customer = '<id>') =>
    `To find an address, list the addresses of the customer: shop-cli addresses list --customer ${customer}`,
  productOf: (key = '<key>') => `To see the products of the basket: shop-cli baskets get ${key}`,
} as const;
