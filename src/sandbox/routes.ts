import { addressRoutes } from './addresses/routes.ts';
import { basketRoutes } from './baskets/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { productRoutes } from './products/routes.ts';
import type { Route } from './route.ts';

/** Every endpoint of the store. A resource adds its own table here. */
export const routes: readonly Route[] = [...basketRoutes, ...addressRoutes, ...productRoutes, ...customerRoutes, ...orderRoutes];
