BEGIN TRANSACTION;
CREATE TABLE answers (
    number INTEGER PRIMARY KEY NOT NULL,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    command BLOB NOT NULL, reply BLOB NOT NULL, UNIQUE (player, command)
);
INSERT INTO "answers" VALUES(42,'bjuejwk6srsau77cegseosi5',X'40BAAC9BE9BF0B3300486AE5FB5F2533',X'92A4446F6E6583A57461626C65A86B39693479763775A87265766973696F6E03A57374617465C0');
INSERT INTO "answers" VALUES(44,'6wkeavejxl2ia36ka22wj36i',X'055D3BCDAFB04F3A5D7F320EBB58EA8B',X'92A4446F6E6583A57461626C65A86B39693479763775A87265766973696F6E05A57374617465C0');
CREATE TABLE lobby (id TEXT PRIMARY KEY NOT NULL, schema INTEGER NOT NULL, starts INTEGER NOT NULL);
INSERT INTO "lobby" VALUES('f5yy36afcr4dlh6gfjtwfka4',4,1);
CREATE TABLE moves (
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, ply INTEGER NOT NULL,
    seat INTEGER NOT NULL, move TEXT NOT NULL, "by" TEXT NOT NULL, position TEXT NOT NULL,
    chapter INTEGER NOT NULL, signature BLOB NOT NULL DEFAULT x'', PRIMARY KEY ("table", ply)
);
INSERT INTO "moves" VALUES('1qh0ig78',0,0,'M:NAK+NAKxM@LAN','player','R2M1/R1L3/L4/R1L1M2/R4/R2M4/R1L3/L1M3 NAK,AYU,LAN,LUA,PAT,KED,KHO,SUK ?7.R1M2.M|?8.L1M1.- 1 0 0 -',0,X'9C22E4FA6FD04246A9EB041E4EB03B1C459F9B557893D94082E7F32B28D0C9DFDA738F96719B61681465217C7F9C0871A9E40E037F0A8F1441850C5EB9490F0C');
INSERT INTO "moves" VALUES('1qh0ig78',1,1,'L:SUK+KHOxL@SUK','player','R2M1/R1L3/L4/R1L2M2/R4/R2M4/R1L3/L1M3 NAK,AYU,LAN,LUA,PAT,KED,KHO,SUK ?7.R1M2.M|?7.L2M1.L 0 0 1>0 -',0,X'8F20F9E827018447F89CD1E5AEC2A36A674EDD250A899361A86F4915F08D847815376E77AD5CED7BE1FF8029B0F2DB9F493FDA5C6128CE794BCC091B0A0F8E00');
INSERT INTO "moves" VALUES('1qh0ig78',2,0,'2:MM@KED~R@PATxL@KED','player','R2M1/R1L3/L4/R1L2M2/R4/R2M4/L3M2/R1M1 NAK,AYU,LAN,LUA,PAT,KED,KHO,SUK ?6.R1L1M2.2|?7.L2M1.L 1 0 0>1 2:MM@KED~R@PAT',0,X'37DA5E0E00E6996172C0128F9ABF35F9749B2CFECE82E17BACD599FB47EEB429F85C3B0AC8F684C357A368A4E8B47193BF6E2A456BBCF81773D12E68EEE03B0B');
INSERT INTO "moves" VALUES('1qh0ig78',3,1,'1:L@SUK~M@KHOxR@KHO','player','R2M1/R1L3/L3M1/L3M1/R4/R2M4/L3M2/R1M1 NAK,AYU,LAN,LUA,PAT,KED,KHO,SUK ?6.R1L1M2.2|?6.R1L2M1.1 0 0 1>0 1:L@SUK~M@KHO',0,X'E4DEF909ECAE306DD8B65D5711C3400D3350EE86DC57055914C05A3BD896E9984E4D49CCA5904776EA86435B9177F8811CDBC34C9BB826EBC70CB9EB21FE2F09');
INSERT INTO "moves" VALUES('1qh0ig78',4,0,'1:R@LAN~L@SUKxR@LUA','player','R1L1M1/L3/R1L2M1/L3M1/R4/R2M4/L3M2/R1M1 NAK,AYU,LAN,LUA,PAT,KED,KHO,SUK ?5.R2L1M2.1|?6.R1L2M1.1 1 0 0>1 1:R@LAN~L@SUK',0,X'92FB7229EB7BEF3864DBD1E4B38CD75CC97BF045E22EE600CD4B3ACFF27ECC8B818442EEE2DD2B5E7388B2F78EA18010A1E4B6E6172378910855960BA52E2B0C');
CREATE TABLE players (id TEXT PRIMARY KEY NOT NULL, key BLOB NOT NULL, name TEXT NOT NULL);
INSERT INTO "players" VALUES('6wkeavejxl2ia36ka22wj36i',X'FE070698F82416DE8184AEF2CC0B413864BF9B3CB3A138A5CD1775E462684EF2','Ann');
INSERT INTO "players" VALUES('bjuejwk6srsau77cegseosi5',X'C29C55A294217244D2C0A17F0AE792F98055C76F1400CA2897788DD2480DD12E','Ben');
CREATE TABLE records (
    number INTEGER PRIMARY KEY NOT NULL, "table" TEXT NOT NULL, game_number INTEGER NOT NULL,
    game TEXT NOT NULL, ended TEXT NOT NULL, players TEXT NOT NULL, moves INTEGER NOT NULL,
    result TEXT NOT NULL, text TEXT NOT NULL, UNIQUE ("table", game_number)
);
CREATE TABLE tables (
    number INTEGER PRIMARY KEY NOT NULL, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
    map TEXT NOT NULL, map_title TEXT NOT NULL, options TEXT NOT NULL, state TEXT NOT NULL
, turn BLOB NOT NULL DEFAULT x'');
INSERT INTO "tables" VALUES(2,'1qh0ig78','siam','# Our reconstruction of the Siam of 1874.
name = "siam"
title = "Siam, 1874"

[draw]
# Each province by its letter; each letter is a square piece of land, ~ is water.
art = ''''''
...AAAAAAABBBBBBBBB...
..AAAAAAAABBBBBBBBBBB.
.AAAAAAAAABBBBBBBBBBBB
.CCCCCCCCCCCDDDDDDDDDD
.CCCCCCCCCCCDDDDDDDDDD
..CCCCCCCCCCDDDDDDDDD.
...EEEEEEEEEEEEE......
~..EEEEEEEEEEEEE......
~~..EEEEEEEEEEE~~~~...
~~~FFFFFFFF~~~~~~~~~~.
~~FFFFFFFF~~~~~~~~~~~~
~~FFFFFFFFF~~~~~~~~~~~
~~HHHHHHHGGGGGGGGG~~~~
~~HHHHHHHGGGGGGGGGG~~~
~~~HHHHHHGGGGGGGGGG~~~
''''''

[[draw.label]]
text = "Gulf of Siam"
at = [13, 10]

[[province]]
id = "LAN"
name = "Lan Na"
borders = ["LUA", "SUK"]

[province.draw]
letter = "A"
terrain = "hills"

[[province]]
id = "LUA"
name = "Luang Prabang"
home = "L"
borders = ["LAN", "SUK", "KHO"]

[province.draw]
letter = "B"
terrain = "hills"

[[province]]
id = "SUK"
name = "Sukothai"
borders = ["LAN", "LUA", "KHO", "AYU"]

[province.draw]
letter = "C"
terrain = "fields"

[[province]]
id = "KHO"
name = "Khorat"
borders = ["LUA", "SUK", "AYU"]

[province.draw]
letter = "D"

[[province]]
id = "AYU"
name = "Ayutthaya"
home = "R"
borders = ["SUK", "KHO", "NAK"]

[province.draw]
letter = "E"
terrain = "fields"

[[province]]
id = "NAK"
name = "Nakhon Si Thammarat"
borders = ["AYU", "PAT", "KED"]

[province.draw]
letter = "F"
short = "Nakhon"

[[province]]
id = "PAT"
name = "Pattani"
borders = ["NAK", "KED"]

[province.draw]
letter = "G"

[[province]]
id = "KED"
name = "Kedah"
home = "M"
borders = ["NAK", "PAT"]

[province.draw]
letter = "H"
','Siam, 1874','','{"host": "6wkeavejxl2ia36ka22wj36i", "host_name": "Ann", "seats": [{"holder": "person", "player": "6wkeavejxl2ia36ka22wj36i", "name": "Ann", "level": "", "actor": "6wkeavejxl2ia36ka22wj36i", "absent": false, "key": "{s#t__#_tIfrPH|%nLy{WWSp{v!OVp%@=j#VrWkC"}, {"holder": "person", "player": "bjuejwk6srsau77cegseosi5", "name": "Ben", "level": "", "actor": "bjuejwk6srsau77cegseosi5", "absent": false, "key": "!kks2lp%6N(!imA3g?pffK|tD6adO7mw1iRNDa|0"}], "start": "R2M2/R1L3/L4/R1L1M2/R4/R2M2/R1L3/L1M3 NAK,AYU,LAN,LUA,PAT,KED,KHO,SUK KTT12RLM.R1M1.-|KTT12RLM.L1M1.- 0 0 - -", "keys": {}, "terms": {"away_limit": 300, "open_talk": false, "pace": 0, "clock": null}, "banned": [], "draw": {"lobby": "f5yy36afcr4dlh6gfjtwfka4", "table": "1qh0ig78", "number": 1, "stage": "dealt", "secret": "e@;)WZThulc(c<QWW3iM%13IdRUwWvqOAg?22$}@", "keys": ["{s#t__#_tIfrPH|%nLy{WWSp{v!OVp%@=j#VrWkC", "!kks2lp%6N(!imA3g?pffK|tD6adO7mw1iRNDa|0"], "pledges": ["S*&4m<NCaOuO8O+E<dDNo*eTJ+X(f=7;ZqHwO2pP", "Pg=vvt89~zYNDCJ&8maLeNdAN`1L~&2&o6xq50fq"], "contributions": ["VrKxJZLfW8e;RUA!{M7I{T$oJQ)zTMszqHspA7ri", "{j7tg>d>q^Q1(R+i)xp!HnaOW!|*vYk=0O|w>ZLk"], "chain": "POqn9VBJ>1o?6;)^vi%;?IXb)dNb5PdMhIw2-YT>"}, "record": "", "key": "", "only": "6wkeavejxl2ia36ka22wj36i", "shared": true}',X'8CA6737461747573A772756E6E696E67A87265766973696F6E11AB67616D655F6E756D62657201A8706F736974696F6ED97C52314C314D312F4C332F52314C324D312F4C334D312F52342F52324D342F4C334D322F52314D31204E414B2C4159552C4C414E2C4C55412C5041542C4B45442C4B484F2C53554B204B5454524C2E52324C314D322E317C4B545432524D2E52314C324D312E312031203020303E3120313A52404C414E7E4C4053554BA46E6577739185A47365617400A46D6F7665B3313A52404C414E7E4C4053554B7852404C5541A26279A6706C61796572A8706F736974696F6ED97552314C314D312F4C332F52314C324D312F4C334D312F52342F52324D342F4C334D322F52314D31204E414B2C4159552C4C414E2C4C55412C5041542C4B45442C4B484F2C53554B203F352E52324C314D322E317C3F362E52314C324D312E312031203020303E3120313A52404C414E7E4C4053554BA97369676E6174757265C44092FB7229EB7BEF3864DBD1E4B38CD75CC97BF045E22EE600CD4B3ACFF27ECC8B818442EEE2DD2B5E7388B2F78EA18010A1E4B6E6172378910855960BA52E2B0CA6726573756C74A0A3656E6490A5616761696E90A46261636B90AC6261636B5F72656675736564C2A574616B656E90A5636C6F636BC0');
INSERT INTO "tables" VALUES(3,'k9i4yv7u','siam','# Our reconstruction of the Siam of 1874.
name = "siam"
title = "Siam, 1874"

[draw]
# Each province by its letter; each letter is a square piece of land, ~ is water.
art = ''''''
...AAAAAAABBBBBBBBB...
..AAAAAAAABBBBBBBBBBB.
.AAAAAAAAABBBBBBBBBBBB
.CCCCCCCCCCCDDDDDDDDDD
.CCCCCCCCCCCDDDDDDDDDD
..CCCCCCCCCCDDDDDDDDD.
...EEEEEEEEEEEEE......
~..EEEEEEEEEEEEE......
~~..EEEEEEEEEEE~~~~...
~~~FFFFFFFF~~~~~~~~~~.
~~FFFFFFFF~~~~~~~~~~~~
~~FFFFFFFFF~~~~~~~~~~~
~~HHHHHHHGGGGGGGGG~~~~
~~HHHHHHHGGGGGGGGGG~~~
~~~HHHHHHGGGGGGGGGG~~~
''''''

[[draw.label]]
text = "Gulf of Siam"
at = [13, 10]

[[province]]
id = "LAN"
name = "Lan Na"
borders = ["LUA", "SUK"]

[province.draw]
letter = "A"
terrain = "hills"

[[province]]
id = "LUA"
name = "Luang Prabang"
home = "L"
borders = ["LAN", "SUK", "KHO"]

[province.draw]
letter = "B"
terrain = "hills"

[[province]]
id = "SUK"
name = "Sukothai"
borders = ["LAN", "LUA", "KHO", "AYU"]

[province.draw]
letter = "C"
terrain = "fields"

[[province]]
id = "KHO"
name = "Khorat"
borders = ["LUA", "SUK", "AYU"]

[province.draw]
letter = "D"

[[province]]
id = "AYU"
name = "Ayutthaya"
home = "R"
borders = ["SUK", "KHO", "NAK"]

[province.draw]
letter = "E"
terrain = "fields"

[[province]]
id = "NAK"
name = "Nakhon Si Thammarat"
borders = ["AYU", "PAT", "KED"]

[province.draw]
letter = "F"
short = "Nakhon"

[[province]]
id = "PAT"
name = "Pattani"
borders = ["NAK", "KED"]

[province.draw]
letter = "G"

[[province]]
id = "KED"
name = "Kedah"
home = "M"
borders = ["NAK", "PAT"]

[province.draw]
letter = "H"
','Siam, 1874','','{"host": "6wkeavejxl2ia36ka22wj36i", "host_name": "Ann", "seats": [{"holder": "person", "player": "6wkeavejxl2ia36ka22wj36i", "name": "Ann", "level": "", "actor": "6wkeavejxl2ia36ka22wj36i", "absent": false, "key": "{s#t__#_tIfrPH|%nLy{WWSp{v!OVp%@=j#VrWkC"}, {"holder": "person", "player": "bjuejwk6srsau77cegseosi5", "name": "Ben", "level": "", "actor": "bjuejwk6srsau77cegseosi5", "absent": false, "key": "!kks2lp%6N(!imA3g?pffK|tD6adO7mw1iRNDa|0"}], "start": "", "keys": {}, "terms": {"away_limit": 300, "open_talk": false, "pace": 0, "clock": null}, "banned": [], "draw": {"lobby": "f5yy36afcr4dlh6gfjtwfka4", "table": "k9i4yv7u", "number": 1, "stage": "pledging", "secret": "pKnU@5G5y+%Fq_@8Qk}J^@%zH!YfIJGicIo2estY", "keys": ["{s#t__#_tIfrPH|%nLy{WWSp{v!OVp%@=j#VrWkC", "!kks2lp%6N(!imA3g?pffK|tD6adO7mw1iRNDa|0"], "pledges": ["<rr|5uR?T2lN)&xle@;3*J#ud>ebCi;_^3Gq2~Tm", ""], "contributions": ["", ""], "chain": ""}, "record": "", "key": "", "only": "6wkeavejxl2ia36ka22wj36i", "shared": true}',X'8CA6737461747573A46F70656EA87265766973696F6E05AB67616D655F6E756D62657201A8706F736974696F6EA0A46E65777390A6726573756C74A0A3656E6490A5616761696E90A46261636B90AC6261636B5F72656675736564C2A574616B656E90A5636C6F636BC0');
CREATE TABLE talk (
            "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            number INTEGER NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, seat INTEGER,
            text TEXT NOT NULL, at INTEGER NOT NULL, during INTEGER NOT NULL,
            PRIMARY KEY ("table", number)
        );
COMMIT;
