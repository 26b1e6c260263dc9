/**
 * The texts of the first products, one a line: SKU | name in Dutch | name in English | description in Dutch |
 * description in English.
 */
export const textLines = `
BEL-001|Fietsbel "Ding Dong" messing|"Ding Dong" brass bicycle bell|Luide tweeklank, past op elk stuur.|Loud two-tone bell, fits any handlebar.
BEL-002|Fietsbel mini zwart|Mini bicycle bell, black|Kleine bel van aluminium.|Small aluminium bell.
LMP-101|Koplamp 40 lux USB|Front light 40 lux USB|Oplaadbaar, vijf uur op volle kracht.|Rechargeable, five hours at full power.
LMP-102|Koplamp 80 lux USB|Front light 80 lux USB|Voor donkere buitenwegen.|For dark country roads.
LMP-110|Achterlicht rood met reflector|Red rear light with reflector|Met standlicht.|Keeps shining while you stand.
BND-201|Buitenband Stad, antilek|City tyre, puncture resistant|Drie maten, reflecterende rand.|Three sizes, reflective edge.
RGJ-301|Regenjas Wolkbreuk|Cloudburst rain jacket|Waterdicht tot 10.000 mm, met capuchon over de helm.|Waterproof to 10,000 mm, with a hood that fits over a helmet.
RGB-302|Regenbroek Wolkbreuk|Cloudburst rain trousers|Met ritsen tot de knie.|With zips up to the knee.
BND-202|Buitenband Toer 37 mm|Touring tyre 37 mm|Soepel en zuinig.|Supple and fast.
BNN-210|Binnenband 28 inch|Inner tube 28 inch|Hollands ventiel, 40 mm.|Dunlop valve, 40 mm.
BNN-211|Binnenband 26 inch|Inner tube 26 inch|Hollands ventiel, 40 mm.|Dunlop valve, 40 mm.
ZDL-401|Zadel Gemütlich, breed|Gemütlich saddle, wide|Gelzadel voor rechtop fietsen.|Gel saddle for riding upright.
ZDL-402|Leren zadel, honing|Leather saddle, honey|Vormt zich naar de rijder.|Takes the shape of its rider.
TAS-501|Dubbele fietstas 40 liter|Double pannier 40 litres|Van oude vrachtwagenzeilen gemaakt.|Made of old lorry tarpaulins.
TAS-502|Enkele fietstas 18 liter|Single pannier 18 litres|Met draagriem.|With a shoulder strap.
TAS-503|Stuurtas met kaartvak|Handlebar bag with map case|Klikt los in één beweging.|Clicks off in one move.
RUG-510|Rugzak Polder 22 liter|Polder backpack 22 litres|Met luchtrug en helmhouder.|With a ventilated back and a helmet holder.
RUG-511|Rugzak Duin 12 liter|Dune backpack 12 litres|Licht en smal.|Light and slim.
HND-601|Winterhandschoenen|Winter gloves|Winddicht, bedient een telefoon.|Windproof, work with a phone.
HND-602|Zomerhandschoenen zonder vingers|Fingerless summer gloves|Gel in de palm.|Gel in the palm.
HLM-701|Helm Stadspark|City Park helmet|Met achterlicht in het draaiwiel.|With a rear light in the dial.
HLM-702|Kinderhelm Zeehond 48-52 cm|Seal children's helmet 48-52 cm|Groeit mee.|Grows along.
HLM-703|Racehelm 210 gram|Racing helmet 210 grams|Achttien luchtgaten.|Eighteen vents.
GRD-801|Multitool 17 functies|Multi-tool, 17 functions|Met kettingpons.|With a chain breaker.
GRD-802|Handpomp met manometer|Hand pump with gauge|Tot 8 bar, alle ventielen.|Up to 8 bar, every valve.
GRD-803|Vloerpomp staal|Steel floor pump|Houten handgreep, 11 bar.|Wooden handle, 11 bar.
GRD-804|Reparatiedoosje banden|Puncture repair kit|Zeven plakkers, lijm en schuurpapier.|Seven patches, glue and sandpaper.
GRD-805|Bandenlichters, set van 3|Tyre levers, set of 3|Breken niet bij vorst.|Do not break in frost.
SMR-810|Kettingolie 100 ml, biologisch|Chain oil 100 ml, biodegradable|Voor droog en nat weer.|For dry and wet weather.
SMR-811|Fietsreiniger 500 ml|Bicycle cleaner 500 ml|Lost modder en vet op.|Dissolves mud and grease.
SMR-812|Kogellagervet 50 g|Bearing grease 50 g|Voor naven en trapassen.|For hubs and bottom brackets.
SLT-821|Kettingslot 85 cm|Chain lock 85 cm|Gehard staal in een hoes.|Hardened steel in a sleeve.
SLT-822|Ringslot met insteekketting|Frame lock with plug-in chain|Goedgekeurd slot.|Approved lock.
SLT-823|Beugelslot 23 cm|U-lock 23 cm|Met drie sleutels.|With three keys.
BOK-901|Fietsroutes door de Achterhoek|Cycle routes through the Achterhoek|Twintig tochten met kaart.|Twenty tours with maps.
BOK-902|Zelf je fiets repareren|Repair your own bicycle|Stap voor stap, met 200 foto's.|Step by step, with 200 photographs.
MOK-911|Mok met fiets 🚲|Mug with a bicycle 🚲|Aardewerk, 300 ml.|Earthenware, 300 ml.
MOK-912|Theekom 自転車|Tea bowl 自転車|Handgedraaid, met het Japanse woord voor fiets.|Hand thrown, with the Japanese word for bicycle.
KRT-921|Ansichtkaarten, set van 8|Postcards, set of 8|Oude rijwielreclame.|Old bicycle advertisements.
CAD-931|Cadeaubon 25 euro|Gift card 25 euros|Drie jaar geldig.|Valid for three years.
DSC-999|Proefartikel (niet in de winkel)|Test article (not in the shop)|Alleen voor intern gebruik.|For internal use only.
`;
